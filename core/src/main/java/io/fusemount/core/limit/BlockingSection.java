package io.fusemount.core.limit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the threads that serve requests when one of them is about to block, so that
 * another can take its place meanwhile, as
 * {@link java.util.concurrent.ForkJoinPool.ManagedBlocker} does for its pool. On any
 * other thread it does nothing.
 */
public final class BlockingSection {

	private static final ThreadLocal<@Nullable Compensation> CURRENT = new ThreadLocal<>();

	private BlockingSection() {
	}

	/**
	 * Announces on the current thread who compensates for its blocking; {@code null}
	 * withdraws it.
	 */
	public static void compensateWith(@Nullable Compensation compensation) {
		if (compensation != null) {
			CURRENT.set(compensation);
		}
		else {
			CURRENT.remove();
		}
	}

	/**
	 * Opens a section in which the current thread may block. Sections may be nested.
	 */
	public static Scope open() {
		Compensation compensation = CURRENT.get();
		if (compensation == null) {
			return () -> {
			};
		}
		compensation.beforeBlocking();
		return compensation::afterBlocking;
	}

	/**
	 * Opens a section in which the current thread may block for as long as the database
	 * takes for others. However many do, somebody is left who serves the rest.
	 */
	public static Scope openLong() {
		Compensation compensation = CURRENT.get();
		if (compensation == null) {
			return () -> {
			};
		}
		compensation.beforeLongBlocking();
		return compensation::afterLongBlocking;
	}

	/**
	 * Waits for what another thread does with the database, in a section of its own.
	 * @param doing what waits, in words that follow "Interrupted by the shutdown while"
	 * @throws ErrnoException {@code EIO} if the thread is interrupted, as it is at the
	 * shutdown
	 */
	public static void await(String doing, Waiting waiting) {
		try (Scope section = openLong()) {
			waiting.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while " + doing, ex);
		}
	}

	/**
	 * What a thread waits for.
	 */
	@FunctionalInterface
	public interface Waiting {

		/** Waits. */
		void await() throws InterruptedException;

	}

	/**
	 * What a thread that serves requests provides.
	 */
	public interface Compensation {

		/** The current thread may block from now on. */
		void beforeBlocking();

		/** The current thread goes on. */
		void afterBlocking();

		/** The current thread may block from now on, and for long. */
		default void beforeLongBlocking() {
			beforeBlocking();
		}

		/** The current thread goes on after it may have blocked for long. */
		default void afterLongBlocking() {
			afterBlocking();
		}

	}

	/**
	 * An open section.
	 */
	@FunctionalInterface
	public interface Scope extends AutoCloseable {

		@Override
		void close();

	}

}
