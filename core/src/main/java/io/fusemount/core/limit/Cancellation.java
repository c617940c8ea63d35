package io.fusemount.core.limit;

import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.ServedOperation;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether the work of the current thread is still wanted. Long-running work
 * checks between its steps and while it waits. No thread is interrupted in between, where
 * a driver or a local file could not cope with it.
 */
public final class Cancellation {

	/** The time between two checks of a waiting thread. */
	private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

	private static final ThreadLocal<@Nullable Source> CURRENT = new ThreadLocal<>();

	private Cancellation() {
	}

	/**
	 * Sets the source that knows whether the work of the current thread is wanted; {@code
	 * null} removes it.
	 */
	public static void askFrom(@Nullable Source source) {
		if (source != null) {
			CURRENT.set(source);
		}
		else {
			CURRENT.remove();
		}
	}

	/**
	 * Returns normally if the work is wanted.
	 * @throws ErrnoException the reason why the work is not wanted
	 */
	public static void check() {
		Source source = CURRENT.get();
		ErrnoException reason = (source != null) ? source.reason() : null;
		if (reason != null) {
			throw reason;
		}
	}

	/**
	 * Returns the exception for work that did not finish before the unmount timeout.
	 */
	public static ErrnoException byUnmount() {
		return new ErrnoException(Errno.EIO, "The filesystem was unmounted before the file could be stored",
				"Set fusemount.shutdown-timeout to allow more time", null);
	}

	/**
	 * Returns the failure of an operation whose program has been answered already.
	 */
	public static ErrnoException byWatch() {
		return new ErrnoException(Errno.ETIMEDOUT,
				"Another operation has not returned from the database or the application, and was waited for too long");
	}

	/**
	 * Waits until an attempt succeeds, as long as the work is wanted.
	 * @throws ErrnoException the reason why the work is no longer wanted
	 */
	public static void await(Attempt attempt) throws InterruptedException {
		try (ServedOperation.Section wait = ServedOperation.waiting()) {
			do {
				check();
			}
			while (!attempt.within(INTERVAL));
		}
	}

	/**
	 * Knows whether the work of a thread is wanted. Called often, on that thread.
	 */
	@FunctionalInterface
	public interface Source {

		/**
		 * Returns the reason why the work is no longer wanted, or {@code null} if it is
		 * wanted.
		 */
		@Nullable ErrnoException reason();

	}

	/**
	 * An event to wait for.
	 */
	@FunctionalInterface
	public interface Attempt {

		/**
		 * Waits at most the given number of nanoseconds and returns whether the event has
		 * occurred.
		 */
		boolean within(long nanos) throws InterruptedException;

	}

}
