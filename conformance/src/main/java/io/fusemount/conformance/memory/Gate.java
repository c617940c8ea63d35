package io.fusemount.conformance.memory;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds back calls until a test opens it, as a slow database would.
 */
public final class Gate implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final CountDownLatch arrived = new CountDownLatch(1);

	private final CountDownLatch opened = new CountDownLatch(1);

	/**
	 * Waits until a call is held back.
	 */
	public void awaitArrival() {
		await(this.arrived, "No call arrived at the gate");
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
		this.arrived.countDown();
		await(this.opened, "Nobody opened the gate");
	}

	private static void await(CountDownLatch latch, String otherwise) {
		try {
			if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				throw new IllegalStateException(otherwise + " within " + PATIENCE.toSeconds() + " s");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted at the gate", ex);
		}
	}

}
