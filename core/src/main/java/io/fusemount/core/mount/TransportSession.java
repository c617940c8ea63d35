package io.fusemount.core.mount;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * A filesystem that is mounted.
 */
public interface TransportSession {

	/**
	 * Takes the filesystem out of the mount table and returns when every worker has
	 * ended. Does nothing if that has happened already.
	 * @param deadline how long to wait for operations that are under way
	 * @throws MountException if workers are still busy after that time, or something else
	 * is mounted over it
	 */
	void unmount(Deadline deadline);

	/**
	 * Does the same within a time that does not get less.
	 */
	default void unmount(Duration timeout) {
		unmount(Deadline.in(timeout));
	}

	/**
	 * Completes when the filesystem is no longer mounted, whoever unmounted it.
	 */
	CompletionStage<Void> ended();

	/**
	 * Releases what programs had open by this session when it {@linkplain #ended ended},
	 * for a filesystem that others still serve.
	 * <p>
	 * The default is for sessions that end with nothing open: it does nothing.
	 */
	default void releaseHandles() {
	}

	/**
	 * Takes the filesystem out of the mount table, wherever it is by now, and returns at
	 * once: programs that use it go on, and it ends when the last of them has closed its
	 * files.
	 */
	default void withdraw() {
	}

	/**
	 * Returns in words why nobody finds the filesystem at its mount point any more though
	 * it is still served, or {@code null} if it is there. It does not look at the
	 * filesystem itself, and never waits for it.
	 */
	default @Nullable String displacement() {
		return null;
	}

	/**
	 * Returns the number of workers that serve an operation at this moment.
	 */
	int activeWorkers();

	/**
	 * Returns how many of these get on only when somebody else does: they wait for their
	 * turn at the database, for its answer or for a lock.
	 * <p>
	 * The default is 0, for operations that nobody watches.
	 */
	default int waitingWorkers() {
		return 0;
	}

	/**
	 * Returns how many of those wait while content is being stored, so that others serve
	 * in their place.
	 * <p>
	 * The default is 0, for operations that nobody watches.
	 */
	default int storingWorkers() {
		return 0;
	}

}
