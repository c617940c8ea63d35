package io.fusemount.transport.device.worker;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * The bounded executor whose workers read and serve the requests of one session.
 * <p>
 * A worker waits for requests only while it holds one of a few <em>turns</em>, about one
 * per core: the kernel wakes waiting threads one after the other, so that many of them
 * would keep every processor cache cold. A worker that is about to block leaves its turn
 * to another, which is started if none is parked, as soon as nobody else waits for
 * requests, and waits for a turn again when it is done. Workers that wait while content
 * is being stored serve nobody: up to a bound, others are started beyond the number that
 * serve requests at once.
 */
public final class WorkerPool extends ThreadPoolExecutor {

	/**
	 * How many workers may wait for long, for each that serves: the rule
	 * {@code FuseMountExecutorExhausted} in {@code observe} knows the number.
	 */
	private static final int WAITING = 3;

	private static final Duration PARKED = Duration.ofSeconds(10);

	private final RequestServer server;

	private final int workers;

	private final Turns turns;

	/**
	 * The bound, one more while the first are started. A thread that ends counts no more.
	 */
	private final LiveWorkers live = new LiveWorkers(1);

	/** Workers that wait while content is being stored. */
	private final AtomicInteger storing = new AtomicInteger();

	/** Workers that may be blocked, those among them. */
	private final AtomicInteger waiting = new AtomicInteger();

	private final AtomicInteger active = new AtomicInteger();

	private final Runnable afterLast;

	/** Whether the first workers have been started, and are no more than there may be. */
	private volatile boolean complete;

	private volatile boolean stopping;

	private volatile boolean disconnected;

	private volatile @Nullable ErrnoException cancellation;

	/**
	 * Creates the pool.
	 * @param name what the names of its threads begin with
	 * @param readers how many workers wait for requests at once
	 * @param afterLast what to do when no worker is left
	 */
	public WorkerPool(String name, RequestServer server, int workers, int readers, Runnable afterLast) {
		super(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new WorkerThreads(name));
		this.server = server;
		this.workers = workers;
		this.turns = new Turns(readers);
		this.afterLast = afterLast;
		for (int i = 0; i < readers; i++) {
			this.live.add();
			startCounted();
		}
		ended();
		this.complete = true;
	}

	/**
	 * Returns how many requests there can be at workers at one time, those that wait for
	 * long included: so many may be sent ahead of the programs that want them. If fewer
	 * could, what waits for the database would keep those from what is known.
	 * @param workers how many are served at once
	 */
	public static int capacity(int workers) {
		return workers * (1 + WAITING);
	}

	private int limit() {
		return this.workers + Math.min(this.storing.get(), this.workers * WAITING);
	}

	private void startWorkerIfTurnIsLeft() {
		if (this.turns.isOneLeft()) {
			startWorker();
		}
	}

	private void startWorker() {
		try {
			if (!this.stopping && this.live.addBelow(limit())) {
				startCounted();
			}
		}
		catch (OutOfMemoryError ex) {
			// Those that run go on, and the one that is on its way serves its request.
		}
	}

	/** Starts a worker, which is after a turn from its beginning. */
	private void startCounted() {
		this.turns.claim();
		try {
			execute(new Worker(this, this.server));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Stopped in this moment, or no thread can be had: those that run go on.
			this.turns.giveUp();
			ended();
		}
	}

	/**
	 * Says that workers have begun, or ceased, to wait while content is being stored.
	 */
	void storing(int change) {
		this.storing.addAndGet(change);
		// Perhaps nobody could be started for it until now.
		startWorkerIfTurnIsLeft();
	}

	/**
	 * Counts a worker out that is one too many, because others do not wait any more.
	 * @return whether it is to end
	 */
	boolean retire() {
		return this.complete && this.live.removeAbove(limit());
	}

	/**
	 * Says that a worker, or the start of the first ones, has ended.
	 */
	void ended() {
		if (this.live.remove()) {
			stop();
			this.afterLast.run();
		}
	}

	/**
	 * Says that a worker is after a turn again.
	 */
	void claimTurn() {
		this.turns.claim();
	}

	/**
	 * Says that a worker is not after a turn any more.
	 */
	void giveUpTurn() {
		this.turns.giveUp();
		startWorkerIfTurnIsLeft();
	}

	/**
	 * Waits for a turn, but not for ever: who is parked may be one too many by now.
	 * @return whether it has come
	 */
	boolean takeTurn() {
		try {
			return this.turns.take(PARKED);
		}
		catch (InterruptedException ex) {
			// Only those that serve a request are meant.
			return false;
		}
	}

	/**
	 * Says that a worker waits for requests from now on.
	 */
	void beginWaiting() {
		this.turns.beginWaiting();
	}

	/**
	 * Says that a worker waits no more.
	 */
	void endWaiting() {
		if (this.turns.endWaiting()) {
			startWorkerIfTurnIsLeft();
		}
	}

	/**
	 * Leaves the turn of a worker that is about to block to another, once one is needed.
	 */
	void leaveTurn(Worker holder) {
		if (!this.turns.keep(holder)) {
			this.turns.giveBack();
			startWorkerIfTurnIsLeft();
		}
	}

	/**
	 * Takes the turn that was left, if one was and nobody has needed it.
	 * @return whether the worker has it again
	 */
	boolean takeLeftTurn(Worker holder) {
		return this.turns.takeKept(holder);
	}

	/**
	 * Gives back, at the end of a worker that has not retired, the turn that it has or is
	 * after. Nobody comes in its place: what has ended it would end that one, too.
	 */
	void returnTurn(boolean taken) {
		if (taken) {
			this.turns.giveBack();
		}
		else {
			this.turns.giveUp();
		}
	}

	void serving(int change) {
		this.active.addAndGet(change);
	}

	void waiting(int change) {
		this.waiting.addAndGet(change);
	}

	/**
	 * Returns the number of workers that serve a request now.
	 */
	public int activeWorkers() {
		return this.active.get();
	}

	/**
	 * Returns how many of these may be blocked.
	 */
	public int waitingWorkers() {
		return this.waiting.get();
	}

	/**
	 * Returns how many of those wait while content is being stored.
	 */
	public int storingWorkers() {
		return this.storing.get();
	}

	/**
	 * Lets every worker end as soon as it has served its request, and those that wait for
	 * one when the next arrives.
	 */
	public void stop() {
		this.stopping = true;
		this.turns.end(this.workers * (1 + WAITING));
		shutdown();
	}

	/**
	 * Lets operations end that take long, as soon as they notice.
	 */
	public void cancel(ErrnoException reason) {
		this.cancellation = reason;
	}

	/**
	 * Returns why no operation is wanted any more, {@code null} if they are.
	 */
	@Nullable ErrnoException cancellation() {
		return this.cancellation;
	}

	/**
	 * Whether no request is read any more.
	 */
	public boolean isStopping() {
		return this.stopping;
	}

	/**
	 * Stops because the kernel says that the filesystem is no longer mounted.
	 */
	void disconnect() {
		this.disconnected = true;
		stop();
	}

	/**
	 * Whether the kernel has said that the filesystem is no longer mounted.
	 */
	public boolean isDisconnected() {
		return this.disconnected;
	}

}
