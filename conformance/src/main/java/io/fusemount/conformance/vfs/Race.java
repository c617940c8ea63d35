package io.fusemount.conformance.vfs;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
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

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/**
	 * Runs both programs.
	 * @param gate holds back the first one
	 * @param waits whether the thread of the second one waits for the first one
	 */
	public static Race run(Gate gate, Runnable first, Runnable second, Predicate<Thread> waits) throws Exception {
		try (gate) {
			FutureTask<?> one = new FutureTask<>(first, null);
			start(one);
			awaitArrival(gate, one);
			FutureTask<?> other = new FutureTask<>(second, null);
			Thread thread = start(other);
			long end = System.nanoTime() + PATIENCE.toNanos();
			while (!isDone(other) && !waits.test(thread)) {
				if (System.nanoTime() - end > 0) {
					throw new IllegalStateException("The second program neither ends nor waits");
				}
			}
			gate.close();
			return new Race(outcome(one), outcome(other));
		}
	}

	/**
	 * Waits until the first one is held back. An earlier failure of the first one takes
	 * precedence, because it says more.
	 */
	private static void awaitArrival(Gate gate, Future<?> first) throws Exception {
		try {
			gate.awaitArrival();
		}
		catch (IllegalStateException ex) {
			if (first.isDone()) {
				first.get();
			}
			throw ex;
		}
	}

	private static Thread start(FutureTask<?> program) {
		Thread thread = new Thread(program, "program");
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	private static boolean isDone(Future<?> program) throws InterruptedException {
		try {
			program.get(1, TimeUnit.MILLISECONDS);
			return true;
		}
		catch (ExecutionException ex) {
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
	}

	private static @Nullable Errno outcome(Future<?> program) throws Exception {
		try {
			program.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			return null;
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof ErrnoException failure) {
				return failure.errno();
			}
			throw ex;
		}
	}

}
