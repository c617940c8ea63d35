package io.fusemount.core.mount;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * A mounted filesystem.
 */
public interface TransportSession {

	/**
	 * Removes the filesystem from the mount table and returns after every worker has
	 * ended. Does nothing if that has already happened.
	 * @param deadline how long to wait for operations in progress
	 * @throws MountException if workers are still busy after that time, or another
	 * filesystem is mounted over this one
	 */
	void unmount(Deadline deadline);

	/**
	 * Unmounts with a fixed timeout.
	 */
	default void unmount(Duration timeout) {
		unmount(Deadline.in(timeout));
	}

	/**
	 * Leaves the filesystem mounted and its files open for the next process, if that can
	 * take it over: something holds the connection to the kernel meanwhile, and programs
	 * wait. The session has ended then, and its filesystem is closed.
	 * <p>
	 * The default implementation returns {@code false}.
	 * @param deadline how long to wait for operations in progress
	 * @return whether it was left; if not, it has to be unmounted
	 */
	default boolean leave(Deadline deadline) {
		return false;
	}

	/**
	 * Leaves the filesystem as {@link #leave} does, or serves on if operations in
	 * progress do not end in time.
	 * <p>
	 * The default implementation returns {@code false}.
	 * @param deadline how long to wait for operations in progress
	 * @return whether it was left
	 * @throws MountException if it could neither be left nor be served any longer
	 */
	default boolean giveWay(Deadline deadline) {
		return false;
	}

	/**
	 * Lets other processes of the application ask for the mount from now on, until the
	 * session ends.
	 * <p>
	 * The default implementation does nothing, for sessions that cannot be left.
	 */
	default void offer(Succession mount) {
	}

	/**
	 * Completes when the filesystem is no longer mounted, whether unmounted by the
	 * application or from outside.
	 */
	CompletionStage<Void> ended();

	/**
	 * Releases the files that programs had open through this session when it
	 * {@linkplain #ended ended}, for a filesystem that other sessions still serve.
	 * <p>
	 * The default implementation does nothing, for sessions that end with no open files.
	 */
	default void releaseHandles() {
	}

	/**
	 * Removes the filesystem from the mount table, wherever it is mounted by now, and
	 * returns immediately. Programs that use it continue to work, and the session ends
	 * when the last file is closed.
	 */
	default void withdraw() {
	}

	/**
	 * Returns a description of why the filesystem is no longer reachable at its mount
	 * point although it is still served, or {@code null} if it is reachable. Never
	 * accesses the filesystem itself and never waits for it.
	 */
	default @Nullable String displacement() {
		return null;
	}

	/**
	 * Returns the way by which the kernel's requests come.
	 * <p>
	 * The default implementation returns {@code null}, for transports without a kernel.
	 */
	default @Nullable Channel channel() {
		return null;
	}

	/**
	 * Returns what the kernel has of the filesystem.
	 * <p>
	 * The default implementation returns {@link KernelUse#NONE}.
	 */
	default KernelUse kernelUse() {
		return KernelUse.NONE;
	}

	/**
	 * Returns the number of workers that serve an operation at the moment.
	 */
	int activeWorkers();

	/**
	 * Returns the number of active workers that depend on other parties to continue: they
	 * wait for a database permit, for an answer of the database or for a lock.
	 * <p>
	 * The default implementation returns 0, for transports that do not track their
	 * operations.
	 */
	default int waitingWorkers() {
		return 0;
	}

	/**
	 * Returns the number of waiting workers that wait while content is being stored, so
	 * that other workers take their place.
	 * <p>
	 * The default implementation returns 0, for transports that do not track their
	 * operations.
	 */
	default int storingWorkers() {
		return 0;
	}

}
