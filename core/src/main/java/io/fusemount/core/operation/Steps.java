package io.fusemount.core.operation;

import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Takes the time of {@linkplain Step steps} and tells the listener. What that throws is
 * ignored.
 */
public final class Steps {

	private final OperationListener listener;

	private final Function<Throwable, ErrnoException> translator;

	/**
	 * Creates it.
	 * @param translator knows the errno of whatever is thrown
	 */
	public Steps(OperationListener listener, Function<Throwable, ErrnoException> translator) {
		this.listener = listener;
		this.translator = translator;
	}

	/**
	 * Does the work of a step.
	 * @param directory what it is about, or {@code null} if that is not known
	 * @return what the work returns; what it throws is thrown on
	 */
	public <T extends @Nullable Object> T run(Step step, @Nullable NodeKey directory, Supplier<T> work) {
		StepScope scope = started(step, directory);
		long start = System.nanoTime();
		T result;
		try {
			result = work.get();
		}
		catch (Throwable ex) {
			ended(scope, this.translator.apply(ex), System.nanoTime() - start);
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
			// A listener never changes the answer.
			return StepScope.NONE;
		}
	}

	private static void ended(StepScope scope, @Nullable ErrnoException failure, long elapsedNanos) {
		try {
			scope.ended(failure, elapsedNanos);
		}
		catch (RuntimeException | Error ignored) {
			// A listener never changes the answer.
		}
	}

}
