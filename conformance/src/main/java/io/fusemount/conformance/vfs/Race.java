package io.fusemount.conformance.vfs;

import java.util.function.Predicate;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import org.jspecify.annotations.Nullable;

/**
 * Two programs that act on two nodes at the same time. The first one is held back after
 * it has stored its changes and before its commit. The second one meanwhile proceeds as
 * far as it can: to its end, or until it waits for the first one.
 *
 * @param first the errno with which the first one ended, {@code null} for success
 * @param second the errno with which the second one ended, {@code null} for success
 */
public record Race(@Nullable Errno first, @Nullable Errno second) {

	/**
	 * Runs both programs.
	 * @param gate holds back the first one
	 * @param waits whether the thread of the second one waits for the first one
	 */
	public static Race run(Gate gate, Runnable first, Runnable second, Predicate<Thread> waits) throws Exception {
		try (gate) {
			Program one = Program.start(first);
			awaitArrival(gate, one);
			Program other = Program.start(second);
			other.isHeldUp(waits);
			gate.close();
			return new Race(one.outcome(), other.outcome());
		}
	}

	/**
	 * Waits until the first one is held back. An earlier failure of the first one takes
	 * precedence, because it says more.
	 */
	private static void awaitArrival(Gate gate, Program first) throws Exception {
		try {
			gate.awaitArrival();
		}
		catch (IllegalStateException ex) {
			first.requireNoFailure();
			throw ex;
		}
	}

}
