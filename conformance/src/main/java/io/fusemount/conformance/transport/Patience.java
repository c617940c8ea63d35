package io.fusemount.conformance.transport;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How long to wait for events that the kernel and other threads produce in their own
 * time: long enough for a loaded machine.
 */
final class Patience {

	static final Duration LIMIT = Duration.ofSeconds(60);

	private Patience() {
	}

	/**
	 * Waits for a condition. Returns after the limit too; the caller's assertion then
	 * reports the failure.
	 */
	static void await(BooleanSupplier condition) {
		long end = System.nanoTime() + LIMIT.toNanos();
		while (!condition.getAsBoolean() && System.nanoTime() < end) {
			Thread.yield();
		}
	}

}
