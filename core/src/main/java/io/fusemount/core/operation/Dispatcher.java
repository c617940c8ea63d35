package io.fusemount.core.operation;

import java.time.Duration;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of a filesystem. Every operation of a transport passes through it once:
 * it measures the duration, turns any exception into an {@link ErrnoException}, and
 * notifies the listener.
 */
public final class Dispatcher {

	private final ErrnoTranslators translators;

	private final OperationListener listener;

	private final OperationWatch watch;

	public Dispatcher(ErrnoTranslators translators, OperationListener listener) {
		this(translators, listener, null);
	}

	/**
	 * Creates a dispatcher whose operations are watched.
	 * @param timeout how long the database has for an answer, {@code null} without a
	 * limit
	 */
	public Dispatcher(ErrnoTranslators translators, OperationListener listener, @Nullable Duration timeout) {
		this.translators = translators;
		this.listener = listener;
		this.watch = new OperationWatch(listener, timeout);
	}

	/**
	 * Returns the watch over the operations.
	 */
	public OperationWatch watch() {
		return this.watch;
	}

	/**
	 * Runs the work of an operation.
	 * @param subject the path or handle that the operation concerns
	 * @return the result of the work
	 * @throws ErrnoException the only exception thrown, whatever the reason
	 */
	public long dispatch(Operation operation, @Nullable Object subject, Work work) throws ErrnoException {
		ServedOperation served = ServedOperation.current();
		if (served != null) {
			served.begin(operation, subject);
		}
		long start = System.nanoTime();
		long result;
		try {
			result = work.run();
		}
		catch (Throwable ex) {
			ErrnoException failure = this.translators.translate(ex);
			if (isAnswered(served)) {
				throw failure;
			}
			try {
				this.listener.operationFailed(operation, subject, failure, System.nanoTime() - start);
			}
			catch (RuntimeException | Error ignored) {
				// A listener must never change the answer.
			}
			throw failure;
		}
		if (isAnswered(served)) {
			return result;
		}
		try {
			this.listener.operationSucceeded(operation, System.nanoTime() - start);
			if (operation == Operation.READ || operation == Operation.WRITE) {
				this.listener.bytesTransferred(operation, result);
			}
		}
		catch (RuntimeException | Error ignored) {
			// A listener must never change the answer.
		}
		return result;
	}

	/** The watch has told of it. */
	private static boolean isAnswered(@Nullable ServedOperation served) {
		return served != null && !served.end();
	}

	/**
	 * Returns the steps that notify the same listener.
	 */
	public Steps steps() {
		return new Steps(this.listener, this.translators::translate);
	}

	/**
	 * The work of an operation.
	 */
	@FunctionalInterface
	public interface Work {

		/**
		 * Returns the numeric result of the operation, such as a number of bytes, or 0.
		 */
		long run() throws Exception;

	}

}
