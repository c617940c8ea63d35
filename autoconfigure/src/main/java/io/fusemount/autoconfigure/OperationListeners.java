package io.fusemount.autoconfigure;

import java.util.List;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import org.jspecify.annotations.Nullable;

/**
 * All listeners as one.
 */
final class OperationListeners implements OperationListener {

	private final OperationListener[] listeners;

	OperationListeners(List<OperationListener> listeners) {
		this.listeners = listeners.toArray(OperationListener[]::new);
	}

	@Override
	public void operationSucceeded(Operation operation, long elapsedNanos) {
		for (OperationListener listener : this.listeners) {
			listener.operationSucceeded(operation, elapsedNanos);
		}
	}

	@Override
	public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
			long elapsedNanos) {
		for (OperationListener listener : this.listeners) {
			listener.operationFailed(operation, subject, failure, elapsedNanos);
		}
	}

	@Override
	public void bytesTransferred(Operation operation, long bytes) {
		for (OperationListener listener : this.listeners) {
			listener.bytesTransferred(operation, bytes);
		}
	}

	@Override
	public void contentUnsaved(String subject, String place, Throwable failure) {
		for (OperationListener listener : this.listeners) {
			listener.contentUnsaved(subject, place, failure);
		}
	}

	@Override
	public void contentConflicted(String subject, @Nullable String keptAs) {
		for (OperationListener listener : this.listeners) {
			listener.contentConflicted(subject, keptAs);
		}
	}

	@Override
	public void unsavedRemoved(int files, long bytes) {
		for (OperationListener listener : this.listeners) {
			listener.unsavedRemoved(files, bytes);
		}
	}

}
