package io.fusemount.conformance.memory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Holds back calls, as a slow database would, until a test opens the gate.
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
	 * Waits until the given number of calls are or were held back.
	 */
	public void awaitArrivals(int calls) {
		await((seconds) -> this.arrivals.tryAcquire(calls, seconds, TimeUnit.SECONDS),
				"Less than " + calls + " calls arrived at the gate");
		this.arrivals.release(calls);
	}

	/**
	 * Opens the gate for all calls from now on.
	 */
	@Override
	public void close() {
		this.opened.countDown();
	}

	/**
	 * Waits until the gate is open.
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

	/** A wait that ends after the given number of seconds at the latest. */
	private interface Wait {

		boolean isOver(long seconds) throws InterruptedException;

	}

}
