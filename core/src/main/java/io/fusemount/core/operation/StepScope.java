package io.fusemount.core.operation;

import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * A step that is under way, for one who wants to know of its end.
 */
@FunctionalInterface
public interface StepScope {

	/** Of nobody. */
	StepScope NONE = (failure, elapsedNanos) -> {
	};

	/**
	 * The step has ended, on the thread that began it.
	 * @param failure why it failed, {@code null} if it did not
	 * @param elapsedNanos its duration in nanoseconds
	 */
	void ended(@Nullable ErrnoException failure, long elapsedNanos);

	/**
	 * Returns this scope around another one, which ends first.
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
