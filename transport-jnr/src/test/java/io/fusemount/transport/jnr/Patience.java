package io.fusemount.transport.jnr;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * How long to wait for the kernel and other processes: long enough for a loaded machine.
 */
final class Patience {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private Patience() {
	}

	static ConditionFactory await() {
		return Awaitility.await().atMost(LIMIT);
	}

}
