package io.fusemount.core.operation;

import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Measures the duration of {@linkplain Step steps} and notifies the listener. Exceptions
 * of the listener are ignored.
 */
public final class Steps {

	private final OperationListener listener;

	private final Function<Throwable, ErrnoException> translator;

	/**
	 * Creates the steps of a listener.
	 * @param translator returns the errno of any exception
	 */
	public Steps(OperationListener listener, Function<Throwable, ErrnoException> translator) {
		this.listener = listener;
		this.translator = translator;
	}

	/**
	 * Runs the work of a step.
	 * @param directory the directory that the step concerns, or {@code null} if unknown
	 * @return the result of the work; its exceptions are rethrown
	 * @throws ErrnoException in place of an {@link Error} of the work, so that the
	 * operation tidies up as after any other failure
	 */
	public <T extends @Nullable Object> T run(Step step, @Nullable NodeKey directory, Supplier<T> work) {
		ServedOperation.progressed();
		StepScope scope = started(step, directory);
		long start = System.nanoTime();
		T result;
		try {
			result = work.get();
		}
		catch (Throwable ex) {
			ErrnoException failure = this.translator.apply(ex);
			ended(scope, failure, System.nanoTime() - start);
			if (ex instanceof Error) {
				throw failure;
			}
			throw ex;
		}
		ended(scope, null, System.nanoTime() - start);
		return result;
	}

	private StepScope started(Step step, @Nullable NodeKey directory) {
		try {
			return this.listener.stepStarted(step, directory);
		}
		catch (RuntimeException | Error ignored) {
			// A listener must never change the answer.
			return StepScope.NONE;
		}
	}

	private static void ended(StepScope scope, @Nullable ErrnoException failure, long elapsedNanos) {
		try {
			scope.ended(failure, elapsedNanos);
		}
		catch (RuntimeException | Error ignored) {
			// A listener must never change the answer.
		}
	}

}
