package io.fusemount.core.operation;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import org.jspecify.annotations.Nullable;

/**
 * The door of a filesystem. Every operation of a transport passes it once: it takes the
 * time, turns whatever is thrown into an {@link ErrnoException}, and tells the listener.
 */
public final class Dispatcher {

	private final ErrnoTranslators translators;

	private final OperationListener listener;

	public Dispatcher(ErrnoTranslators translators, OperationListener listener) {
		this.translators = translators;
		this.listener = listener;
	}

	/**
	 * Does the work of an operation.
	 * @param subject the path or handle that it is about
	 * @return what the work returns
	 * @throws ErrnoException and nothing else if it fails, for whatever reason
	 */
	public long dispatch(Operation operation, @Nullable Object subject, Work work) throws ErrnoException {
		long start = System.nanoTime();
		long result;
		try {
			result = work.run();
		}
		catch (Throwable ex) {
			ErrnoException failure = this.translators.translate(ex);
			try {
				this.listener.operationFailed(operation, subject, failure, System.nanoTime() - start);
			}
			catch (RuntimeException ignored) {
				// A listener never changes the answer.
			}
			throw failure;
		}
		try {
			this.listener.operationSucceeded(operation, System.nanoTime() - start);
			if (operation == Operation.READ || operation == Operation.WRITE) {
				this.listener.bytesTransferred(operation, result);
			}
		}
		catch (RuntimeException ignored) {
			// A listener never changes the answer.
		}
		return result;
	}

	/**
	 * Returns what tells the same listener of steps.
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
		 * Returns the number that the operation answers with, such as bytes, or 0.
		 */
		long run() throws Exception;

	}

}
