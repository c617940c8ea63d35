package io.fusemount.core.limit;

import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the work of the current thread is still wanted. What may take long asks between
 * its pieces and while it waits; nobody is interrupted in between, where a driver or a
 * local file could not cope with it.
 */
public final class Cancellation {

	/** How long somebody who waits does not ask. */
	private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

	private static final ThreadLocal<@Nullable Source> CURRENT = new ThreadLocal<>();

	private Cancellation() {
	}

	/**
	 * Announces who knows whether the work of the current thread is wanted; {@code null}
	 * withdraws it.
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
	 * Goes on if the work is wanted.
	 * @throws ErrnoException why it is not
	 */
	public static void check() {
		Source source = CURRENT.get();
		ErrnoException reason = (source != null) ? source.reason() : null;
		if (reason != null) {
			throw reason;
		}
	}

	/**
	 * Returns that the filesystem is being unmounted and the time for it is over.
	 */
	public static ErrnoException byUnmount() {
		return new ErrnoException(Errno.EIO,
				"The filesystem was being unmounted, and there was no more time to store it",
				"fusemount.shutdown-timeout says how long there is", null);
	}

	/**
	 * Waits until an attempt succeeds, as long as the work is wanted.
	 * @throws ErrnoException why it is not wanted any more
	 */
	public static void await(Attempt attempt) throws InterruptedException {
		do {
			check();
		}
		while (!attempt.within(INTERVAL));
	}

	/**
	 * Who knows whether the work of a thread is wanted. Asked often, on that thread.
	 */
	@FunctionalInterface
	public interface Source {

		/**
		 * Returns why the work is not wanted any more, or {@code null} if it is.
		 */
		@Nullable ErrnoException reason();

	}

	/**
	 * What is waited for.
	 */
	@FunctionalInterface
	public interface Attempt {

		/**
		 * Waits for some nanoseconds and returns whether it has come.
		 */
		boolean within(long nanos) throws InterruptedException;

	}

}
