package io.fusemount.transport.linux.uring;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;

import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.worker.ServingThread;
import org.jspecify.annotations.Nullable;

/**
 * The thread that owns all entries that no worker waits for. It serves no request itself,
 * so it never waits for anything but its ring: it hands requests over to workers, sends
 * the answers of workers that go on with another entry, and reads from the device what
 * does not come by rings, which is what the kernel forgets.
 */
final class Intake implements Runnable {

	private static final long WAKE = 1;

	private static final long DEVICE = 2;

	private static final long HELD = 3;

	/** The id of the first entry. */
	private static final long FIRST = 16;

	private static final int COMMANDS = 64;

	private static final int COMPLETIONS = 1024;

	/**
	 * The number of entries beyond which requests wait in the kernel. An entry takes
	 * about 8 KB as long as its requests have no content.
	 */
	private static final int MAX_ENTRIES = 10_000;

	/**
	 * The number of entries that all processors together have to spare, and the fewest
	 * that one has. A request that finds none waits until another request of that
	 * processor is answered, even if entries are registered meanwhile.
	 */
	private static final int SPARE = 1024;

	private static final int FEWEST = 16;

	private static final int F_SETFL = 4;

	private static final int O_RDWR_NONBLOCK = 2 | 04000;

	private final RingWorkers pool;

	/** The number of entries of each processor that no request has. */
	private final int[] available;

	/** The number of entries that a processor has to spare. */
	private final int spare;

	private final List<RingEntry> entries = new ArrayList<>();

	/** The entries whose large answers are sent by the next call of the kernel. */
	private final Set<RingEntry> large = new HashSet<>();

	/**
	 * Those whose answers have been sent. Their memory is given back unless they have
	 * another request.
	 */
	private final Set<RingEntry> sent = new HashSet<>();

	/** The entries with answers to send. */
	private final Queue<RingEntry> answered = new ConcurrentLinkedQueue<>();

	private final Event wake;

	private final CompletableFuture<Void> started = new CompletableFuture<>();

	private final LibC libc = Native.libc();

	Intake(RingWorkers pool, int processors) throws RingException {
		this.pool = pool;
		this.available = new int[processors];
		this.spare = Math.max(FEWEST, SPARE / processors);
		this.wake = new Event();
	}

	/**
	 * Sends the answer in an entry, on any thread. The entry is this thread's from then
	 * on.
	 */
	void commit(RingEntry entry) {
		this.answered.add(entry);
		wake();
	}

	/**
	 * Lets the thread look what there is to be done.
	 */
	void wake() {
		this.wake.signal();
	}

	/**
	 * Waits until requests can come.
	 * @throws RingException if the kernel does not accept the entries
	 */
	void awaitStart() throws RingException {
		try {
			this.started.get();
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RingException refusal) ? refusal : new RingException(ex.toString());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RingException("Interrupted");
		}
	}

	@Override
	public void run() {
		boolean begun = false;
		try (RingThread serving = this.pool.server().open(); Ring ring = Ring.create(COMMANDS, COMPLETIONS)) {
			start(serving, ring);
			begun = true;
			this.started.complete(null);
			while (!this.pool.isStopping() || !this.pool.isIdle()) {
				if (Ring.isFatal(ring.enter(1))) {
					this.pool.disconnect();
				}
				if (ring.isTaken()) {
					this.sent.addAll(this.large);
					this.large.clear();
				}
				ring.complete((id, result) -> completed(serving, ring, id, result));
				this.sent.forEach(RingEntry::shrink);
				this.sent.clear();
			}
		}
		catch (RingException ex) {
			this.started.completeExceptionally(ex);
		}
		finally {
			this.started.completeExceptionally(new RingException("The thread has ended"));
			if (begun) {
				this.pool.close();
			}
			this.wake.close();
			this.entries.forEach(RingEntry::free);
		}
	}

	/** The kernel sends requests as soon as each processor has an entry, at once. */
	private void start(RingThread serving, Ring ring) throws RingException {
		for (int i = 0; i < this.available.length; i++) {
			register(ring, i);
			if (this.available[i] == 0) {
				throw new RingException("There is no memory");
			}
		}
		int error = ring.enter(0);
		if (error < 0) {
			throw new RingException(-error);
		}
		int[] refused = new int[1];
		List<RingEntry> requests = new ArrayList<>();
		ring.complete((id, result) -> {
			refused[0] = Math.min(refused[0], result);
			requests.add(entry(id));
		});
		if (refused[0] < 0) {
			throw new RingException(-refused[0]);
		}
		this.libc.fcntl(this.pool.server().device(), F_SETFL, O_RDWR_NONBLOCK);
		ring.poll(this.wake.descriptor(), WAKE);
		ring.poll(this.pool.server().device(), DEVICE);
		ring.poll(this.pool.server().heldOpen(), HELD);
		requests.forEach((entry) -> arrived(serving, ring, entry, 0));
	}

	private RingEntry entry(long id) {
		return this.entries.get((int) (id - FIRST));
	}

	private void register(Ring ring, int processor) {
		while (this.available[processor] < this.spare && this.entries.size() < MAX_ENTRIES) {
			RingEntry entry;
			try {
				entry = new RingEntry(FIRST + this.entries.size(), processor, this.pool.server().contentSize());
			}
			catch (OutOfMemoryError ex) {
				// More requests wait in the kernel.
				return;
			}
			this.entries.add(entry);
			this.available[processor]++;
			ring.register(this.pool.server().device(), entry);
		}
	}

	private void completed(RingThread serving, Ring ring, long id, int result) {
		if (id == WAKE) {
			this.wake.take();
			ring.poll(this.wake.descriptor(), WAKE);
			sendAnswers(ring);
		}
		else if (id == DEVICE) {
			readDevice(serving, ring);
		}
		else if (id >= FIRST) {
			arrived(serving, ring, entry(id), result);
		}
	}

	private void sendAnswers(Ring ring) {
		RingEntry entry = this.answered.poll();
		while (entry != null) {
			this.available[entry.queue()]++;
			ring.commit(this.pool.server().device(), entry);
			if (entry.isLarge()) {
				this.large.add(entry);
			}
			entry = this.answered.poll();
		}
	}

	private void readDevice(RingThread serving, Ring ring) {
		int length = serving.receive();
		while (length > 0) {
			serving.serve(length);
			length = serving.receive();
		}
		if (length == 0) {
			this.pool.disconnect();
		}
		else {
			ring.poll(this.pool.server().device(), DEVICE);
		}
	}

	private void arrived(RingThread serving, Ring ring, RingEntry entry, int result) {
		this.available[entry.queue()]--;
		this.large.remove(entry);
		this.sent.remove(entry);
		if (RingWorkers.isEnd(result)) {
			this.pool.disconnect();
		}
		if (result < 0) {
			return;
		}
		if (this.pool.isStopping()) {
			entry.refuse();
			this.answered.add(entry);
			sendAnswers(ring);
			return;
		}
		if (this.available[entry.queue()] < this.spare / 2) {
			register(ring, entry.queue());
			ring.enter(0);
		}
		Turn turn = this.pool.begin() ? null : new Turn(entry);
		if ((turn == null || this.pool.enter(turn)) && !this.pool.handOver(entry, turn)) {
			serve(serving, ring, entry, turn);
		}
	}

	/** No thread is available: others wait for this one. */
	private void serve(RingThread serving, Ring ring, RingEntry entry, @Nullable Turn turn) {
		entry.read(serving.buffer().address());
		RingWork work = new RingWork(serving);
		ServingThread.guard(work);
		this.pool.prepare(serving, entry, work.error());
		this.available[entry.queue()]++;
		ring.commit(this.pool.server().device(), entry);
		Turn next = this.pool.leave(turn);
		if (next != null && !this.pool.handOver(next.entry(), next)) {
			serve(serving, ring, next.entry(), next);
		}
	}

}
