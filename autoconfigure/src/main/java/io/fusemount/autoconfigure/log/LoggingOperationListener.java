package io.fusemount.autoconfigure.log;

import java.time.Duration;
import java.util.function.LongSupplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.CauseText;
import io.fusemount.core.failure.PlainText;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnsavedLimit;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs one line for each failed operation: failures that programs meet in ordinary use at
 * debug level, all others as warnings. The line ends with the causes, which the reason
 * for users leaves out. Only unforeseen failures come with a stack trace, because for
 * those the line alone is not enough. Of repeated failures, only the first ones in a
 * minute are logged.
 */
public final class LoggingOperationListener implements OperationListener {

	private static final Log logger = LogFactory.getLog(LoggingOperationListener.class);

	private final String mount;

	private final Repetitions repetitions;

	public LoggingOperationListener(String mount) {
		this(mount, System::nanoTime);
	}

	LoggingOperationListener(String mount, LongSupplier nanoTime) {
		this.mount = mount;
		this.repetitions = new Repetitions(nanoTime);
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		if (failure.isExpected() && !operation.isCommit()) {
			if (logger.isDebugEnabled()) {
				logger.debug(line(operation.label(), subject, failure), failure.getCause());
			}
		}
		else {
			Repetitions.Occurrence occurrence = this.repetitions.next(kind(operation, failure));
			if (occurrence.isTold() || logger.isDebugEnabled()) {
				tell(line(operation.label(), subject, failure), failure, occurrence);
			}
		}
	}

	private static String kind(Operation operation, ErrnoException failure) {
		Throwable cause = isUnforeseen(failure) ? failure.getCause() : null;
		return operation.label() + failure.errno() + ((cause != null) ? cause.getClass().getName() : "");
	}

	private void tell(String line, ErrnoException failure, Repetitions.Occurrence occurrence) {
		tellUntold(occurrence);
		String told = line + remark(occurrence);
		if (!isUnforeseen(failure)) {
			warn(told, failure.getCause());
		}
		else if (occurrence.isFirst() || logger.isDebugEnabled()) {
			logger.error(told, failure.getCause());
		}
		else {
			logger.error(told);
		}
	}

	private void tellUntold(Repetitions.Occurrence occurrence) {
		if (occurrence.untold() > 0) {
			warn("[%s] %,d more failures like the next line were counted but not logged.".formatted(this.mount,
					occurrence.untold()), null);
		}
	}

	private static String remark(Repetitions.Occurrence occurrence) {
		return occurrence.isLastTold() ? " Further failures like this are only counted for the rest of the minute."
				: "";
	}

	/** Warns of an event that is not an operation. */
	private void warnSeldom(String kind, String line, @Nullable Throwable cause) {
		Repetitions.Occurrence occurrence = this.repetitions.next(kind);
		if (occurrence.isTold() || logger.isDebugEnabled()) {
			tellUntold(occurrence);
			warn(line + remark(occurrence), cause);
		}
	}

	@Override
	public void contentUnsaved(String subject, String place, Throwable failure) {
		warnSeldom("unsaved", "[%s] The content of %s could not be stored (%s). The bytes are kept in %s.%s".formatted(
				this.mount, PlainText.of(subject), firstLine(failure), PlainText.of(place), causes(failure)), failure);
	}

	@Override
	public void contentConflicted(String subject, @Nullable String keptAs) {
		// Otherwise the operation has failed and is logged as such.
		if (keptAs != null) {
			warnSeldom("conflict",
					"[%s] %s was changed by somebody else while it was open. The bytes written to it are now in %s."
						.formatted(this.mount, PlainText.of(subject), PlainText.of(keptAs)),
					null);
		}
	}

	@Override
	public void unsavedRemoved(UnsavedLimit limit, int user, int files, long bytes) {
		warnSeldom("removed", "[%s] Deleted %d files with %d bytes of user %s that could not be stored, because of %s."
			.formatted(this.mount, files, bytes, Integer.toUnsignedString(user), limit.property()), null);
	}

	@Override
	public void contentCacheSuspended(String place, Duration pause, Throwable failure) {
		warn("[%s] For %d s, content is not kept locally and reads go to the database: %s (%s). ".formatted(this.mount,
				pause.toSeconds(), firstLine(failure), PlainText.of(place))
				+ "Free space on the disk, or choose another one with fusemount.spool.directory.", failure);
	}

	private static void warn(String line, @Nullable Throwable cause) {
		if (logger.isDebugEnabled()) {
			logger.warn(line, cause);
		}
		else {
			logger.warn(line);
		}
	}

	/** The remaining lines repeat the message in terms for programmers. */
	private static String firstLine(Throwable failure) {
		return PlainText.of(String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
	}

	private static boolean isUnforeseen(ErrnoException failure) {
		return failure.errno() == Errno.EIO && failure.getCause() != null && failure.hint() == null;
	}

	private String line(String what, @Nullable Object subject, ErrnoException failure) {
		StringBuilder line = new StringBuilder().append('[').append(this.mount).append("] ").append(what);
		if (subject != null) {
			line.append(' ').append(PlainText.of(subject.toString()));
		}
		line.append(": ")
			.append(failure.errno())
			.append(" (")
			.append(PlainText.of(String.valueOf(failure.getMessage())))
			.append(')');
		if (failure.hint() != null) {
			line.append(". ").append(failure.hint());
		}
		return line.append('.').append(causes(failure)).toString();
	}

	/** Users do not read these, so that nobody but the log has them. */
	private static String causes(Throwable failure) {
		String causes = CauseText.of(failure);
		return causes.isEmpty() ? "" : " Cause: " + causes + '.';
	}

}
