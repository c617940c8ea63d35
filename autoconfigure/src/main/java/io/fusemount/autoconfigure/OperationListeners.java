package io.fusemount.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.StepScope;
import io.fusemount.core.operation.UnsavedLimit;
import org.jspecify.annotations.Nullable;

/**
 * Combines all listeners into one.
 */
final class OperationListeners implements OperationListener {

	private final OperationListener[] listeners;

	OperationListeners(List<OperationListener> listeners) {
		this.listeners = listeners.toArray(OperationListener[]::new);
	}

	@Override
	public void operationSucceeded(Operation operation, long elapsedNanos) {
		for (OperationListener listener : this.listeners) {
			try {
				listener.operationSucceeded(operation, elapsedNanos);
			}
			catch (RuntimeException ignored) {
				// The other listeners are still notified.
			}
		}
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		for (OperationListener listener : this.listeners) {
			try {
				listener.operationFailed(operation, subject, failure, elapsedNanos);
			}
			catch (RuntimeException | OutOfMemoryError ignored) {
				// The other listeners are still notified.
			}
		}
	}

	@Override
	public void bytesTransferred(Operation operation, long bytes) {
		for (OperationListener listener : this.listeners) {
			try {
				listener.bytesTransferred(operation, bytes);
			}
			catch (RuntimeException | OutOfMemoryError ignored) {
				// The other listeners are still notified.
			}
		}
	}

	/** The first listener is the last to be notified of the end. */
	@Override
	public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
		StepScope scope = StepScope.NONE;
		for (OperationListener listener : this.listeners) {
			try {
				scope = scope.around(listener.stepStarted(step, directory));
			}
			catch (RuntimeException | Error ignored) {
				// Steps that the other listeners have begun have to end.
			}
		}
		return scope;
	}

	@Override
	public void contentUnsaved(String subject, String place, Throwable failure) {
		tell((listener) -> listener.contentUnsaved(subject, place, failure));
	}

	@Override
	public void contentConflicted(String subject, @Nullable String keptAs) {
		tell((listener) -> listener.contentConflicted(subject, keptAs));
	}

	@Override
	public void unsavedRemoved(UnsavedLimit limit, int user, int files, long bytes) {
		tell((listener) -> listener.unsavedRemoved(limit, user, files, bytes));
	}

	@Override
	public void contentCacheSuspended(String place, Duration pause, Throwable failure) {
		tell((listener) -> listener.contentCacheSuspended(place, pause, failure));
	}

	/** The event has already happened: no listener may turn it into a failure. */
	private void tell(Consumer<OperationListener> event) {
		for (OperationListener listener : this.listeners) {
			try {
				event.accept(listener);
			}
			catch (RuntimeException | OutOfMemoryError ignored) {
				// The other listeners are still notified.
			}
		}
	}

}
