package io.fusemount.transport.device.worker;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.limit.Maximum;
import io.fusemount.core.limit.PermitQueue;
import io.fusemount.core.operation.OperationWatch;
import org.jspecify.annotations.Nullable;

/**
 * The bounded executor whose workers read and serve the requests of one session.
 * <p>
 * A worker waits for requests only while it holds one of a few <em>turns</em>, about one
 * per core: the kernel wakes waiting threads one after the other, so that many waiting
 * threads would keep every processor cache cold. A worker that is about to block leaves
 * its turn to another worker, which is started if none is parked, as soon as no other
 * worker waits for requests; after blocking, it waits for a turn again. Workers that wait
 * while content is being stored serve no requests, so more workers are started in their
 * place, up to a bound.
 * <p>
 * The kernel has one queue for all users. While many workers wait, requests are therefore
 * read at once and wait here, where users take turns: however many programs one user
 * runs, the others find a worker.
 */
public final class WorkerPool extends ThreadPoolExecutor implements Workers {

	/**
	 * The number of readahead requests that the kernel may send at once: the most that
	 * the protocol has a number for. Beyond that, one queue in the kernel holds those of
	 * all users; here, users take turns.
	 */
	public static final int MAX_BACKGROUND = 0xFFFF;

	/**
	 * The number of workers that may wait for long, for each worker that serves requests.
	 * The rule {@code FuseMountExecutorExhausted} in {@code observe} uses the same
	 * number: as many serve when users take turns, and those that read are left.
	 */
	private static final int WAITING = 3;

	private static final Duration PARKED = Duration.ofSeconds(10);

	private final RequestServer server;

	private final int workers;

	private final Turns turns;

	/** The workers of the requests that arrive while many others wait. */
	private final PermitQueue users;

	/**
	 * The number of workers, one more while the first ones are started. A thread that
	 * ends no longer counts.
	 */
	private final LiveWorkers live = new LiveWorkers(1);

	private final Load load = new Load() {

		@Override
		void addStoring(int change) {
			super.addStoring(change);
			// Perhaps no worker could be started for it until now.
			startWorkerIfTurnIsLeft();
		}

		@Override
		void addLost(int change) {
			super.addLost(change);
			startWorkerIfTurnIsLeft();
		}

	};

	private final OperationWatch watch;

	private final Runnable afterLast;

	/** Whether the first workers have been started, within the maximum. */
	private volatile boolean complete;

	private volatile boolean stopping;

	private volatile boolean disconnected;

	/**
	 * Creates the pool.
	 * @param name the prefix of the names of its threads
	 * @param readers the number of workers that wait for requests at once
	 * @param watch answers requests whose workers do not return
	 * @param afterLast runs when no worker is left
	 */
	public WorkerPool(String name, RequestServer server, int workers, int readers, OperationWatch watch,
			Runnable afterLast) {
		super(0, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new WorkerThreads(name));
		this.server = server;
		this.workers = workers;
		this.turns = new Turns(readers);
		// One worker is left to read requests, whatever the others wait for.
		this.users = new PermitQueue(Maximum.of(workers * (WAITING - 1)));
		this.watch = watch;
		this.afterLast = afterLast;
		for (int i = 0; i < readers; i++) {
			this.live.add();
			startCounted();
		}
		ended();
		this.complete = true;
	}

	/**
	 * Returns the maximum number of requests that workers can have at a time, including
	 * those that wait for long. If this many are on their way, the kernel reads ahead no
	 * more than programs already wait for. With fewer, requests that wait for the
	 * database would hold up requests that could be answered from memory.
	 * @param workers the number of requests that are served at once
	 */
	public static int capacity(int workers) {
		return workers * (1 + WAITING);
	}

	private int limit() {
		return this.workers + Math.min(this.load.storing() + this.load.lost(), this.workers * WAITING);
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
			// The running workers continue, and a worker in progress serves its request.
		}
	}

	/** Starts a worker, which claims a turn from the beginning. */
	private void startCounted() {
		this.turns.claim();
		try {
			execute(new Worker(this, this.server));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Stopped at this moment, or no thread is available: the running workers
			// continue.
			this.turns.giveUp();
			ended();
		}
	}

	/**
	 * Whether so many workers wait that users take turns at the remaining ones.
	 */
	boolean isCrowded() {
		return this.load.storing() >= this.workers;
	}

	/**
	 * Asks for a worker for a request.
	 * @return whether it may be served now; if not, it is served after another one
	 */
	boolean enter(WaitingRequest request) {
		return this.users.enter(request);
	}

	/**
	 * Records that a request has been served.
	 * @return the request that may be served instead, {@code null} if there is none
	 */
	@Nullable WaitingRequest leave(WaitingRequest request) {
		return (WaitingRequest) this.users.leave(request);
	}

	@Override
	public Load load() {
		return this.load;
	}

	OperationWatch watch() {
		return this.watch;
	}

	/**
	 * Removes a surplus worker from the count, after other workers have ceased to wait.
	 * @return whether the worker must end
	 */
	boolean retire() {
		return this.complete && this.live.removeAbove(limit());
	}

	/**
	 * Records that a worker, or the start of the first ones, has ended.
	 */
	void ended() {
		if (this.live.remove()) {
			stop();
			this.afterLast.run();
		}
	}

	/**
	 * Records that a worker claims a turn again.
	 */
	void claimTurn() {
		this.turns.claim();
	}

	/**
	 * Records that a worker no longer claims a turn.
	 */
	void giveUpTurn() {
		this.turns.giveUp();
		startWorkerIfTurnIsLeft();
	}

	/**
	 * Waits for a turn, but not forever, because a parked worker may have become surplus.
	 * @return whether the worker has a turn
	 */
	boolean takeTurn() {
		try {
			return this.turns.take(PARKED);
		}
		catch (InterruptedException ex) {
			// Only workers that serve a request are cancelled.
			return false;
		}
	}

	/**
	 * Records that a worker waits for requests from now on.
	 */
	void beginWaiting() {
		this.turns.beginWaiting();
	}

	/**
	 * Records that a worker no longer waits for requests.
	 */
	void endWaiting() {
		if (this.turns.endWaiting()) {
			startWorkerIfTurnIsLeft();
		}
	}

	/**
	 * Leaves the turn of a worker that is about to block to another worker, once one is
	 * needed.
	 */
	void leaveTurn(Worker holder) {
		if (!this.turns.keep(holder)) {
			this.turns.giveBack();
			startWorkerIfTurnIsLeft();
		}
	}

	/**
	 * Takes back the turn that was left, if it has not been needed.
	 * @return whether the worker has it again
	 */
	boolean takeLeftTurn(Worker holder) {
		return this.turns.takeKept(holder);
	}

	/**
	 * Returns, at the end of a worker that has not retired, the turn that it holds or
	 * claims. No worker replaces it, because the cause of its end would end that worker
	 * as well.
	 */
	void returnTurn(boolean taken) {
		if (taken) {
			this.turns.giveBack();
		}
		else {
			this.turns.giveUp();
		}
	}

	/**
	 * Lets every worker end as soon as it has served its request; a worker that waits for
	 * a request ends when the next one arrives.
	 */
	@Override
	public void stop() {
		this.stopping = true;
		this.turns.end(this.workers * (1 + WAITING));
		shutdown();
	}

	@Override
	public boolean isStopping() {
		return this.stopping;
	}

	/**
	 * Stops because the kernel has reported that the filesystem is no longer mounted.
	 */
	void disconnect() {
		this.disconnected = true;
		stop();
	}

	@Override
	public boolean isDisconnected() {
		return this.disconnected;
	}

	@Override
	public boolean awaitEnd(Duration patience) throws InterruptedException {
		return awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
	}

}
