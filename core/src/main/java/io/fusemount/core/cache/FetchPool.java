package io.fusemount.core.cache;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.operation.Caller;

/**
 * Threads that fetch content ahead of readers. There are few, so that the database is
 * left to operations that wait; the threads end when there is nothing to do.
 */
final class FetchPool implements AutoCloseable {

	private static final int IDLE_SECONDS = 10;

	private static final int CLOSE_SECONDS = 30;

	private final AtomicInteger number = new AtomicInteger();

	private final ThreadPoolExecutor executor;

	/**
	 * Creates the pool.
	 * @param name the prefix of the names of its threads
	 * @param waiting the number of tasks that may wait while all threads are busy
	 */
	FetchPool(String name, int threads, int waiting) {
		BlockingQueue<Runnable> queue = (waiting > 0) ? new LinkedBlockingQueue<>(waiting) : new SynchronousQueue<>();
		this.executor = new ThreadPoolExecutor(threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, queue, (work) -> {
			Thread thread = new Thread(work, name + this.number.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		});
		this.executor.allowCoreThreadTimeOut(true);
	}

	/** Runs the work soon for the current caller, unless too much is waiting already. */
	boolean tryExecute(Runnable work) {
		Caller caller = Caller.current();
		try {
			this.executor.execute(() -> Caller.as(caller, () -> {
				work.run();
				return work;
			}));
			return true;
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			return false;
		}
	}

	/** Waits for running work, because an interrupt would close files that others use. */
	@Override
	public void close() {
		this.executor.shutdown();
		try {
			this.executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
