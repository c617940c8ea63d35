package io.fusemount.core.supervision;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.StepScope;
import io.fusemount.core.operation.Viewer;
import org.jspecify.annotations.Nullable;

/**
 * The first {@link OutOfMemoryError} that an operation of any mount met. It counts for as
 * long as the process lives: the error may have ended any code of the application or its
 * libraries half-way, and nothing says later that all of it is consistent again.
 */
public final class MemoryExhaustion implements OperationListener {

	/** A chain of causes may be a circle. */
	private static final int MAX_CAUSES = 50;

	private final Clock clock;

	private final AtomicReference<@Nullable Met> first = new AtomicReference<>();

	/** One for all steps. */
	private final StepScope step = (failure, elapsedNanos) -> inspect(failure);

	MemoryExhaustion(Clock clock) {
		this.clock = clock;
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		inspect(failure);
	}

	@Override
	public StepScope stepStarted(Step started, @Nullable NodeKey directory) {
		return this.step;
	}

	@Override
	public void contentUnsaved(String subject, String place, Throwable failure) {
		inspect(failure);
	}

	@Override
	public void contentCacheSuspended(String place, Duration pause, Throwable failure) {
		inspect(failure);
	}

	private void inspect(@Nullable Throwable failure) {
		Throwable cause = failure;
		for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
			if (cause instanceof OutOfMemoryError error) {
				if (this.first.get() == null) {
					this.first.compareAndSet(null, new Met(error, this.clock.instant()));
				}
				return;
			}
			cause = cause.getCause();
		}
	}

	/**
	 * Returns in words that the memory was exhausted, or {@code null} if no operation has
	 * met that.
	 * @param viewer the reader; the JVM of the server does not concern everybody
	 */
	@Nullable String trouble(Viewer viewer) {
		Met met = this.first.get();
		if (met == null) {
			return null;
		}
		String words = "The application ran out of memory at " + met.time().truncatedTo(ChronoUnit.SECONDS);
		return viewer.all()
				? words + " (" + met.error()
						+ "), and parts of it may have stopped half-way: restart it, with a larger heap (-Xmx)"
				: words + " and has to be restarted";
	}

	/**
	 * An error that was met.
	 *
	 * @param error the error
	 * @param time the time at which it was met
	 */
	private record Met(OutOfMemoryError error, Instant time) {

	}

}
