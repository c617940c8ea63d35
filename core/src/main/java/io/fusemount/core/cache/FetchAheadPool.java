package io.fusemount.core.cache;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that fetch what readers will want soon. There are few, so that the database
 * is left to those who wait; they end when there is nothing to do.
 */
final class FetchAheadPool implements AutoCloseable {

	private static final int THREADS = 3;

	/** More would be for readers that are too many to be served ahead. */
	private static final int WAITING = 32;

	private static final int IDLE_SECONDS = 10;

	private static final int CLOSE_SECONDS = 30;

	private final AtomicInteger number = new AtomicInteger();

	private final ThreadPoolExecutor executor = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
			new LinkedBlockingQueue<>(WAITING), this::thread);

	FetchAheadPool() {
		this.executor.allowCoreThreadTimeOut(true);
	}

	private Thread thread(Runnable work) {
		Thread thread = new Thread(work, "fusemount-ahead-" + this.number.incrementAndGet());
		thread.setDaemon(true);
		return thread;
	}

	boolean tryExecute(Runnable work) {
		try {
			this.executor.execute(work);
			return true;
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			return false;
		}
	}

	/** Waits for what is under way: an interrupt would close files that others use. */
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
