package io.fusemount.core.operation;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * A step in progress, for observers of its end.
 */
@FunctionalInterface
public interface StepScope {

	/** Ignores the end of the step. */
	StepScope NONE = (failure, elapsedNanos) -> {
	};

	/**
	 * Called when the step has ended, on the thread that began it.
	 * @param failure the failure, {@code null} if the step succeeded
	 * @param elapsedNanos the duration in nanoseconds
	 */
	void ended(@Nullable ErrnoException failure, long elapsedNanos);

	/**
	 * Returns this scope wrapped around an inner one, which ends first.
	 */
	default StepScope around(StepScope inner) {
		if (this == NONE) {
			return inner;
		}
		return (inner == NONE) ? this : (failure, elapsedNanos) -> {
			try {
				inner.ended(failure, elapsedNanos);
			}
			finally {
				ended(failure, elapsedNanos);
			}
		};
	}

}
