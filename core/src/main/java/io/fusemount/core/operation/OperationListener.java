package io.fusemount.core.operation;

import java.time.Duration;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Extension point: observes every operation after it has ended. Called on the thread that
 * served the operation, so implementations must be quick. Exceptions are ignored.
 */
public interface OperationListener {

	/**
	 * Called when an operation has succeeded.
	 * @param elapsedNanos the duration in nanoseconds
	 */
	default void operationSucceeded(Operation operation, long elapsedNanos) {
	}

	/**
	 * Called when an operation has failed.
	 * @param subject the path or handle that the operation concerns, for a log line,
	 * never for a metric
	 * @param elapsedNanos the duration in nanoseconds
	 */
	default void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
	}

	/**
	 * Called when bytes have been transferred to ({@code WRITE}) or from ({@code READ})
	 * the filesystem.
	 */
	default void bytesTransferred(Operation operation, long bytes) {
	}

	/**
	 * Called when a step begins, on the thread that runs it.
	 * <p>
	 * The default implementation does not observe the end.
	 * @param directory the directory that the step concerns, or {@code null} if unknown
	 * @return a scope that is notified when the step ends
	 */
	default StepScope stepStarted(Step step, @Nullable NodeKey directory) {
		return StepScope.NONE;
	}

	/**
	 * Called when changed bytes could not be stored as their file was closed for the last
	 * time, too late to tell any program. The bytes are kept locally.
	 * @param subject the file
	 * @param place the place of the bytes
	 */
	default void contentUnsaved(String subject, String place, Throwable failure) {
	}

	/**
	 * Called when a commit finds that another writer has changed or deleted its row.
	 * @param subject the file
	 * @param keptAs the file that now has the changed bytes, or {@code null} if the
	 * program received the failure instead
	 */
	default void contentConflicted(String subject, @Nullable String keptAs) {
	}

	/**
	 * Called when kept bytes that could not be stored have been deleted because of their
	 * age or size.
	 * @param limit the limit that they exceeded
	 * @param user the user who had written the bytes
	 * @param files the number of files
	 * @param bytes their total size
	 */
	default void unsavedRemoved(UnsavedLimit limit, int user, int files, long bytes) {
	}

	/**
	 * Called when the disk of the content cache is full or fails. Content is read from
	 * the database for the duration of the pause.
	 * @param place the directory of the cache
	 * @param pause the time for which the disk is not used
	 */
	default void contentCacheSuspended(String place, Duration pause, Throwable failure) {
	}

}
