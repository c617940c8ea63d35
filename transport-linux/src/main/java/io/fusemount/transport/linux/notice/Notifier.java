package io.fusemount.transport.linux.notice;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.LibC;
import org.jspecify.annotations.Nullable;

/**
 * Notifies the kernel of outdated knowledge, on a thread of its own. The kernel does not
 * wait for anything while it handles these notices. No request waits for this thread, and
 * no other thread waits for long.
 */
public final class Notifier implements AutoCloseable {

	/** The maximum number of nodes that the kernel is asked to forget at once. */
	public static final int MAX_FORGOTTEN = 1024;

	private static final int ENODEV = 19;

	/**
	 * The delays after which a notice that concerned an unknown node is sent again. An
	 * answer in transit arrives when the waiting program gets processor time.
	 */
	private static final List<Duration> DELAYS = List.of(Duration.ofMillis(1), Duration.ofMillis(10),
			Duration.ofMillis(100), Duration.ofSeconds(1));

	/** No more nodes can be in transit than requests with a page of a listing each. */
	private static final int MAX_LATE = 100_000;

	/** The notices to send. */
	@GuardedBy("this")
	private final Set<Notice> waiting = new LinkedHashSet<>();

	@GuardedBy("this")
	private final ArrayDeque<Notice> batch = new ArrayDeque<>();

	/** The notices to send again, by due time. */
	@GuardedBy("this")
	private final PriorityQueue<Late> late = new PriorityQueue<>(Comparator.comparingLong(Late::due));

	/** The number of batches begun, and the number sent. */
	@GuardedBy("this")
	private long begun;

	@GuardedBy("this")
	private long told;

	@GuardedBy("this")
	private boolean closed;

	private final LibC libc;

	private final int device;

	private final Thread thread;

	private volatile boolean forgetting = true;

	/**
	 * Starts the thread.
	 */
	public Notifier(String mount, LibC libc, int device) {
		this.libc = libc;
		this.device = device;
		this.thread = new Thread(this::run, "fusemount-" + mount + "-notifier");
		this.thread.setDaemon(true);
		this.thread.start();
	}

	/**
	 * Notifies the kernel that the attributes of a node have changed.
	 */
	public synchronized void attributes(long node) {
		add(new Notice.Attributes(node));
	}

	/**
	 * Takes back a notice that the caller sends itself from now on. Threads that wait for
	 * it wait for those before it.
	 */
	public synchronized void withdraw(long node) {
		Notice withdrawn = new Notice.Attributes(node);
		this.batch.remove(withdrawn);
		if (this.waiting.remove(withdrawn)) {
			this.waiting.add(new Notice.Nothing());
		}
	}

	/**
	 * Makes the kernel look all names up again when they are needed.
	 */
	public synchronized void names() {
		add(new Notice.Names());
	}

	/**
	 * Asks the kernel to forget unused nodes. Supported since Linux 6.18.
	 */
	public synchronized void forget(long[] nodes) {
		add(new Notice.Forget(nodes));
	}

	/**
	 * Whether no notice waits to be sent.
	 */
	public synchronized boolean isQuiet() {
		return isIdle() && this.batch.isEmpty();
	}

	/**
	 * Whether the kernel supports requests to forget nodes.
	 */
	public boolean canForget() {
		return this.forgetting;
	}

	@GuardedBy("this")
	private void add(Notice notice) {
		if (!this.closed && this.waiting.add(notice)) {
			notifyAll();
		}
	}

	/**
	 * Waits until all current notices have been sent, but not for long, because the
	 * kernel may wait for the caller itself.
	 */
	public synchronized void await(Duration patience) {
		long wanted = this.begun + (isIdle() ? 0 : 1);
		long end = System.nanoTime() + patience.toNanos();
		try {
			while (this.told < wanted && !this.closed && end - System.nanoTime() > 0) {
				TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@GuardedBy("this")
	private boolean isIdle() {
		return this.waiting.isEmpty();
	}

	private void run() {
		NoticeBuffer buffer = new NoticeBuffer();
		Notice notice = next(null);
		while (notice != null) {
			int error = (notice instanceof Notice.Nothing) ? 0 : buffer.send(this.libc, this.device, notice);
			if (error == -ENODEV) {
				close();
			}
			else if (notice instanceof Notice.Forget && error == -Errno.EINVAL.code()) {
				this.forgetting = false;
			}
			else if (error == -Errno.ENOENT.code()) {
				tellAgain(notice);
			}
			notice = next(notice);
		}
	}

	private synchronized @Nullable Notice next(@Nullable Notice done) {
		if (done != null && this.batch.isEmpty()) {
			this.told = this.begun;
			notifyAll();
		}
		try {
			while (this.batch.isEmpty() && isIdle() && !this.closed && nanosToLate() > 0) {
				TimeUnit.NANOSECONDS.timedWait(this, nanosToLate());
			}
		}
		catch (InterruptedException ex) {
			return null;
		}
		if (nanosToLate() <= 0 && !this.closed) {
			return this.late.remove().notice();
		}
		if (this.batch.isEmpty() && !this.closed) {
			this.begun++;
			this.batch.addAll(this.waiting);
			this.waiting.clear();
		}
		return this.closed ? null : this.batch.poll();
	}

	@GuardedBy("this")
	private long nanosToLate() {
		Late first = this.late.peek();
		return (first != null) ? first.due() - System.nanoTime() : Long.MAX_VALUE;
	}

	/** Callers that wait for the current notices do not wait for the repetition. */
	private synchronized void tellAgain(Notice notice) {
		if (notice instanceof Notice.Attributes told && told.before() < DELAYS.size() && this.late.size() < MAX_LATE) {
			this.late.add(new Late(new Notice.Attributes(told.node(), told.before() + 1),
					System.nanoTime() + DELAYS.get(told.before()).toNanos()));
		}
	}

	/**
	 * A notice to send again.
	 *
	 * @param due the due time, by {@link System#nanoTime()}
	 */
	private record Late(Notice notice, long due) {

	}

	/**
	 * Ends the thread, which may still be in the kernel.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		notifyAll();
	}

	/**
	 * Waits until the thread no longer uses the device.
	 */
	public void awaitEnd(Duration patience) {
		try {
			this.thread.join(patience.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
