package io.fusemount.conformance.transport;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How long to wait for what the kernel and other threads do in their own time: long
 * enough for a loaded machine.
 */
final class Patience {

	static final Duration LIMIT = Duration.ofSeconds(60);

	private Patience() {
	}

	/** Waits for a condition. Who asks for it says what is wrong if it does not come. */
	static void await(BooleanSupplier condition) {
		long end = System.nanoTime() + LIMIT.toNanos();
		while (!condition.getAsBoolean() && System.nanoTime() < end) {
			Thread.yield();
		}
	}

}
