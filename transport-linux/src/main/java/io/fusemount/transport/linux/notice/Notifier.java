package io.fusemount.transport.linux.notice;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.LibC;
import org.jspecify.annotations.Nullable;

/**
 * Tells the kernel what it is not to believe any more, on a thread of its own. The kernel
 * waits for nothing of what it is told here; no request waits for this thread, and nobody
 * for long.
 */
public final class Notifier implements AutoCloseable {

	/** How many nodes the kernel is asked to forget at once, at the most. */
	public static final int MAX_FORGOTTEN = 1024;

	private static final int ENODEV = 19;

	/** What waits to be told. */
	@GuardedBy("this")
	private final Set<Notice> waiting = new LinkedHashSet<>();

	@GuardedBy("this")
	private final ArrayDeque<Notice> batch = new ArrayDeque<>();

	/** How many batches were begun, and how many have been told. */
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
	 * Tells the kernel that a node has other attributes.
	 */
	public synchronized void attributes(long node) {
		add(new Notice.Attributes(node));
	}

	/**
	 * Has the kernel look all names up again, as they are needed.
	 */
	public synchronized void names() {
		add(new Notice.Names());
	}

	/**
	 * Asks the kernel to forget nodes that nobody uses. Linux can since 6.18.
	 */
	public synchronized void forget(long[] nodes) {
		add(new Notice.Forget(nodes));
	}

	/**
	 * Whether nothing waits to be told.
	 */
	public synchronized boolean isQuiet() {
		return isIdle() && this.batch.isEmpty();
	}

	/**
	 * Whether the kernel forgets nodes if it is asked to.
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
	 * Waits until the kernel has been told all that was to be told until now, but not for
	 * long: it may wait for the caller itself.
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
			int error = buffer.send(this.libc, this.device, notice);
			if (error == -ENODEV) {
				close();
			}
			else if (notice instanceof Notice.Forget && error == -Errno.EINVAL.code()) {
				this.forgetting = false;
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
			while (this.batch.isEmpty() && isIdle() && !this.closed) {
				wait();
			}
		}
		catch (InterruptedException ex) {
			return null;
		}
		if (this.batch.isEmpty() && !this.closed) {
			this.begun++;
			this.batch.addAll(this.waiting);
			this.waiting.clear();
		}
		return this.closed ? null : this.batch.poll();
	}

	/**
	 * Ends the thread, which may be in the kernel yet.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		notifyAll();
	}

	/**
	 * Waits until the thread does not use the device any more.
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
