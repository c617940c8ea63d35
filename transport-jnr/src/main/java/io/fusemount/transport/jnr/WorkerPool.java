package io.fusemount.transport.jnr;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.transport.jnr.callback.FuseCallbacks;
import io.fusemount.transport.jnr.libfuse.FuseSession;

/**
 * The bounded executor whose workers read and serve the requests of one session.
 * <p>
 * A worker waits for requests only while it holds one of a few <em>turns</em>, about one
 * per core: the kernel wakes waiting threads one after the other, so that many of them
 * would keep every processor cache cold. A worker that is about to block gives its turn
 * to another, which is started if none is parked, and waits for a turn again when it is
 * done.
 */
final class WorkerPool extends ThreadPoolExecutor {

	private final FuseSession session;

	private final FuseCallbacks callbacks;

	private final int workers;

	private final Semaphore turns;

	/** Workers that have not ended; one more while the first are started. */
	private final AtomicInteger live = new AtomicInteger(1);

	private final AtomicInteger active = new AtomicInteger();

	private final Runnable afterLast;

	private volatile boolean stopping;

	private volatile boolean disconnected;

	/**
	 * Creates the pool.
	 * @param name what the names of its threads begin with
	 * @param readers how many workers wait for requests at once
	 * @param afterLast what to do when no worker is left
	 */
	WorkerPool(String name, FuseSession session, FuseCallbacks callbacks, int workers, int readers,
			Runnable afterLast) {
		super(workers, workers, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new WorkerThreads(name));
		this.session = session;
		this.callbacks = callbacks;
		this.workers = workers;
		this.turns = new Semaphore(readers);
		this.afterLast = afterLast;
		for (int i = 0; i < readers; i++) {
			startWorker();
		}
		ended();
	}

	private void startWorker() {
		if (this.live.getAndIncrement() > this.workers || this.stopping) {
			this.live.getAndDecrement();
			return;
		}
		try {
			execute(new Worker(this, this.session, this.callbacks));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Stopped in this moment, or no thread can be had: those that run go on.
			this.live.getAndDecrement();
		}
	}

	/**
	 * Says that a worker, or the start of the first ones, has ended.
	 */
	void ended() {
		if (this.live.decrementAndGet() == 0) {
			stop();
			this.afterLast.run();
		}
	}

	/**
	 * Waits for a turn.
	 * @return whether to go on; not if the pool is stopping
	 */
	boolean takeTurn() {
		this.turns.acquireUninterruptibly();
		return !this.stopping;
	}

	/**
	 * Gives a turn to a parked worker.
	 */
	void passTurn() {
		this.turns.release();
		if (this.turns.availablePermits() > this.turns.getQueueLength()) {
			startWorker();
		}
	}

	/**
	 * Gives a turn back at the end of a worker.
	 */
	void returnTurn() {
		this.turns.release();
	}

	void serving(int change) {
		this.active.addAndGet(change);
	}

	/**
	 * Returns the number of workers that serve a request now.
	 */
	int activeWorkers() {
		return this.active.get();
	}

	/**
	 * Lets every worker end as soon as it has served its request, and those that wait for
	 * one when the next arrives.
	 */
	void stop() {
		this.stopping = true;
		this.turns.release(this.workers);
		shutdown();
	}

	boolean isStopping() {
		return this.stopping;
	}

	/**
	 * Stops because the kernel says that the filesystem is no longer mounted.
	 */
	void disconnect() {
		this.disconnected = true;
		stop();
	}

	boolean isDisconnected() {
		return this.disconnected;
	}

}
