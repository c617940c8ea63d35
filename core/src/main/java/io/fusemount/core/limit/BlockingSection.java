package io.fusemount.core.limit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.ServedOperation;
import org.jspecify.annotations.Nullable;

/**
 * Tells the threads that serve requests when one of them is about to block, so that
 * another can take its place, as {@link java.util.concurrent.ForkJoinPool.ManagedBlocker}
 * does for its pool. On any other thread it does nothing.
 */
public final class BlockingSection {

	private static final ThreadLocal<@Nullable Compensation> CURRENT = new ThreadLocal<>();

	private BlockingSection() {
	}

	/**
	 * Sets the compensation for blocking on the current thread; {@code null} removes it.
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
	 * takes for other callers. A thread always remains to serve other requests, however
	 * many threads block in this way.
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
	 * Waits, in a section of its own, for another thread's work with the database.
	 * @param doing the waiting work, in words that follow "Interrupted by the shutdown
	 * while"
	 * @throws ErrnoException {@code EIO} if the thread is interrupted, as happens at
	 * shutdown
	 */
	public static void await(String doing, Waiting waiting) {
		try (Scope section = openLong(); ServedOperation.Section wait = ServedOperation.waiting()) {
			waiting.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while " + doing, ex);
		}
	}

	/**
	 * A wait that can be interrupted.
	 */
	@FunctionalInterface
	public interface Waiting {

		/** Waits. */
		void await() throws InterruptedException;

	}

	/**
	 * The compensation that a thread provides while it serves requests.
	 */
	public interface Compensation {

		/** Called when the current thread may block from now on. */
		void beforeBlocking();

		/** Called when the current thread continues. */
		void afterBlocking();

		/** Called when the current thread may block from now on, and for a long time. */
		default void beforeLongBlocking() {
			beforeBlocking();
		}

		/**
		 * Called when the current thread continues after it may have blocked for a long
		 * time.
		 */
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
