package io.fusemount.transport.linux.uring;

import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.limit.Maximum;
import io.fusemount.core.limit.PermitQueue;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.OperationWatch;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.worker.Load;
import io.fusemount.transport.device.worker.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve the requests of rings. The kernel has a queue of entries for
 * each processor, and gives a request the entry that was offered last. A worker that has
 * answered offers its entry again and waits, so that the next request of that processor
 * comes to it. The entries of the {@link Intake} are left for the requests that come
 * while all workers of a processor are busy: it hands them over to other workers, and
 * entry by entry there are as many workers as one processor's programs need.
 * <p>
 * While as many workers are busy as may serve requests at once, requests wait in their
 * entries, and users take turns.
 */
public final class RingWorkers implements Workers {

	private static final int ENOTCONN = 107;

	private static final int ECONNABORTED = 103;

	/**
	 * The number of workers for requests that arrive while many are busy, for each worker
	 * that may be busy.
	 */
	private static final int CROWD = 2;

	private final String name;

	private final RingServer server;

	private final int workers;

	private final OperationWatch watch;

	private final Runnable afterLast;

	private final Load load = new Load();

	private final PermitQueue users;

	private final Deque<RingWorker> parked = new ConcurrentLinkedDeque<>();

	/** The number of requests that are being served without a turn. */
	private final AtomicInteger busy = new AtomicInteger();

	/** The number of workers that have not ended. */
	private final AtomicInteger live = new AtomicInteger();

	private final AtomicInteger number = new AtomicInteger();

	private final Event stop;

	private final Intake intake;

	private final Thread thread;

	private volatile boolean stopping;

	private volatile boolean disconnected;

	private RingWorkers(MountOptions mount, RingServer server, OperationWatch watch, Runnable afterLast)
			throws RingException {
		this.name = mount.name();
		this.server = server;
		this.workers = mount.workers();
		this.watch = watch;
		this.afterLast = afterLast;
		this.users = new PermitQueue(Maximum.of(mount.workers() * CROWD));
		this.stop = new Event();
		this.intake = new Intake(this, Processors.possible());
		this.thread = thread(this.intake, "intake");
	}

	/**
	 * Returns why the kernel would not provide rings, {@code null} if it would.
	 */
	public static @Nullable String complaint() {
		try {
			Ring.create(1, 2).close();
			Processors.possible();
			return null;
		}
		catch (RingException ex) {
			return ex.getMessage();
		}
	}

	/**
	 * Starts the threads, once the kernel has been told that requests are to come by
	 * rings.
	 * @param watch answers requests whose workers do not return
	 * @param afterLast runs when no worker is left
	 * @throws MountException if the kernel refuses in spite of that
	 */
	public static RingWorkers start(MountOptions mount, RingServer server, OperationWatch watch, Runnable afterLast) {
		try {
			RingWorkers started = new RingWorkers(mount, server, watch, afterLast);
			started.thread.start();
			started.intake.awaitStart();
			return started;
		}
		catch (RingException ex) {
			throw new MountException(Reason.OTHER, "The kernel offers io_uring, and has refused it: " + ex.getMessage()
					+ " (fusemount.io-uring=off does without)", ex);
		}
	}

	/**
	 * Whether a result means that the filesystem is no longer mounted.
	 */
	static boolean isEnd(int result) {
		return result == -ENOTCONN || result == -ECONNABORTED;
	}

	RingServer server() {
		return this.server;
	}

	@Override
	public Load load() {
		return this.load;
	}

	OperationWatch watch() {
		return this.watch;
	}

	Intake intake() {
		return this.intake;
	}

	/**
	 * Returns the descriptor that has something to be read when workers stop.
	 */
	int stopping() {
		return this.stop.descriptor();
	}

	/**
	 * Counts a request, unless so many are being served that users take turns at more
	 * workers.
	 * @return whether it was counted, and may be served now
	 */
	boolean begin() {
		int most = this.workers + this.load.lost();
		return this.busy.getAndUpdate((count) -> (count < most) ? count + 1 : count) < most;
	}

	/**
	 * Asks for a worker for a request that was not counted.
	 * @return whether it may be served now; if not, it is served after another one
	 */
	boolean enter(Turn turn) {
		return this.users.enter(turn);
	}

	/**
	 * Records that a request has been served.
	 * @param turn its place in the queue, {@code null} if it was counted
	 * @return the request that may be served instead, {@code null} if there is none
	 */
	@Nullable Turn leave(@Nullable Turn turn) {
		if (turn == null) {
			this.busy.decrementAndGet();
			return null;
		}
		return (Turn) this.users.leave(turn);
	}

	/**
	 * Hands a request over to a worker that has none. Called by the intake.
	 * @param turn its place in the queue, {@code null} if it is in none
	 * @return whether there is such a worker, or could be started
	 */
	boolean handOver(RingEntry entry, @Nullable Turn turn) {
		RingWorker worker = this.parked.pollFirst();
		if (worker != null) {
			worker.give(entry, turn);
			return true;
		}
		RingWorker fresh = new RingWorker(this);
		this.live.incrementAndGet();
		try {
			Thread started = thread(fresh, Integer.toString(this.number.incrementAndGet()));
			fresh.give(entry, turn);
			started.start();
			return true;
		}
		catch (OutOfMemoryError ex) {
			this.live.decrementAndGet();
			return false;
		}
	}

	private Thread thread(Runnable work, String suffix) {
		Thread thread = new Thread(work, "fusemount-" + this.name + "-" + suffix);
		thread.setDaemon(true);
		return thread;
	}

	/**
	 * Records that a worker has no entry, and waits for one.
	 */
	void parked(RingWorker worker) {
		this.parked.addFirst(worker);
		if (this.stopping) {
			worker.wake();
		}
	}

	/**
	 * Writes an answer to the entry of its request.
	 */
	void prepare(RingThread serving, RingEntry entry, int error) {
		int length = (error < 0) ? error : serving.answer().copy(Native.libc(), entry.content());
		if (error < 0) {
			serving.answer().drop(error);
		}
		entry.answer(Math.max(0, length), Math.min(0, length));
	}

	/**
	 * Records that a worker has ended.
	 */
	void ended() {
		this.live.decrementAndGet();
		this.intake.wake();
	}

	boolean isIdle() {
		return this.live.get() == 0;
	}

	/**
	 * Closes what is left, as the last thread.
	 */
	void close() {
		this.stop.close();
		this.afterLast.run();
	}

	/**
	 * Stops because the kernel has reported that the filesystem is no longer mounted.
	 */
	void disconnect() {
		this.disconnected = true;
		stop();
	}

	@Override
	public void stop() {
		this.stopping = true;
		this.stop.signal();
		this.parked.forEach(RingWorker::wake);
		this.intake.wake();
	}

	@Override
	public boolean isStopping() {
		return this.stopping;
	}

	@Override
	public boolean isDisconnected() {
		return this.disconnected;
	}

	@Override
	public boolean awaitEnd(Duration patience) throws InterruptedException {
		this.thread.join(patience.toMillis());
		return !this.thread.isAlive();
	}

}
