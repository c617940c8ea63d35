package io.fusemount.conformance.memory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Holds back calls until a test opens it, as a slow database would.
 */
public final class Gate implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Semaphore arrivals = new Semaphore(0);

	private final CountDownLatch opened = new CountDownLatch(1);

	/**
	 * Waits until a call is held back.
	 */
	public void awaitArrival() {
		awaitArrivals(1);
	}

	/**
	 * Waits until so many calls are or were held back.
	 */
	public void awaitArrivals(int calls) {
		await((seconds) -> this.arrivals.tryAcquire(calls, seconds, TimeUnit.SECONDS),
				"Less than " + calls + " calls arrived at the gate");
		this.arrivals.release(calls);
	}

	/**
	 * Lets everything pass from now on.
	 */
	@Override
	public void close() {
		this.opened.countDown();
	}

	/**
	 * Waits here until the gate is open.
	 */
	public void pass() {
		this.arrivals.release();
		await((seconds) -> this.opened.await(seconds, TimeUnit.SECONDS), "Nobody opened the gate");
	}

	private static void await(Wait wait, String otherwise) {
		try {
			if (!wait.isOver(PATIENCE.toSeconds())) {
				throw new IllegalStateException(otherwise + " within " + PATIENCE.toSeconds() + " s");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted at the gate", ex);
		}
	}

	/** What is waited for, for some seconds at the most. */
	private interface Wait {

		boolean isOver(long seconds) throws InterruptedException;

	}

}
