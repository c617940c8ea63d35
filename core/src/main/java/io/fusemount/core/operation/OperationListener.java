package io.fusemount.core.operation;

import java.time.Duration;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Extension point: sees every operation when it has ended. Called on the thread that
 * served it, so it has to be quick; what it throws is ignored.
 */
public interface OperationListener {

	/**
	 * The operation ended well.
	 * @param elapsedNanos its duration in nanoseconds
	 */
	default void operationSucceeded(Operation operation, long elapsedNanos) {
	}

	/**
	 * The operation failed.
	 * @param subject the path or handle that it was about, for a log line, never for a
	 * metric
	 * @param elapsedNanos its duration in nanoseconds
	 */
	default void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
	}

	/**
	 * Bytes were transferred to ({@code WRITE}) or from ({@code READ}) the filesystem.
	 */
	default void bytesTransferred(Operation operation, long bytes) {
	}

	/**
	 * A step begins, on the thread that does it.
	 * <p>
	 * The default does not ask for its end.
	 * @param directory what it is about, or {@code null} if that is not known
	 * @return is told of its end
	 */
	default StepScope stepStarted(Step step, @Nullable NodeKey directory) {
		return StepScope.NONE;
	}

	/**
	 * Changed bytes could not be stored when their file was closed for the last time, and
	 * no program could be told; they were kept locally.
	 * @param subject the file
	 * @param place where the bytes are
	 */
	default void contentUnsaved(String subject, String place, Throwable failure) {
	}

	/**
	 * A commit found that somebody else had changed or deleted what it was to replace.
	 * @param subject the file
	 * @param keptAs the file that has the changed bytes now, or {@code null} if the
	 * program was told instead
	 */
	default void contentConflicted(String subject, @Nullable String keptAs) {
	}

	/**
	 * Bytes that were kept because they could not be stored were deleted, because they
	 * were too old or too many.
	 * @param limit the limit that they exceeded
	 * @param user the user who had written them
	 * @param files the number of files
	 * @param bytes their size together
	 */
	default void unsavedRemoved(UnsavedLimit limit, int user, int files, long bytes) {
	}

	/**
	 * The disk of the content cache is full or fails. Content is read from the database
	 * meanwhile.
	 * @param place the directory of the cache
	 * @param pause how long the disk is left alone
	 */
	default void contentCacheSuspended(String place, Duration pause, Throwable failure) {
	}

}
