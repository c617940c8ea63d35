package io.fusemount.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.StepScope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OperationListenersTests {

	private final List<String> heard = new ArrayList<>();

	private final OperationListener listeners = new OperationListeners(
			List.of(new Recording(), new Failing(), new Recording()));

	@Test
	void whatOneThrowsKeepsNothingFromTheOthers() {
		this.listeners.operationSucceeded(Operation.READ, 1);
		this.listeners.operationFailed(Operation.READ, "/a", new ErrnoException(Errno.EIO, "down"), 1);
		this.listeners.bytesTransferred(Operation.READ, 1);
		this.listeners.stepStarted(Step.COMMIT, null).ended(null, 1);
		assertThat(this.heard).containsExactly("succeeded", "succeeded", "failed", "failed", "bytes", "bytes",
				"started", "started", "ended", "ended");
	}

	private final class Recording implements OperationListener {

		@Override
		public void operationSucceeded(Operation operation, long elapsedNanos) {
			OperationListenersTests.this.heard.add("succeeded");
		}

		@Override
		public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
				long elapsedNanos) {
			OperationListenersTests.this.heard.add("failed");
		}

		@Override
		public void bytesTransferred(Operation operation, long bytes) {
			OperationListenersTests.this.heard.add("bytes");
		}

		@Override
		public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
			OperationListenersTests.this.heard.add("started");
			return (failure, elapsedNanos) -> OperationListenersTests.this.heard.add("ended");
		}

	}

	private static final class Failing implements OperationListener {

		@Override
		public void operationSucceeded(Operation operation, long elapsedNanos) {
			throw new IllegalStateException();
		}

		@Override
		public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
				long elapsedNanos) {
			throw new IllegalStateException();
		}

		@Override
		public void bytesTransferred(Operation operation, long bytes) {
			throw new IllegalStateException();
		}

		@Override
		public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
			throw new NoSuchMethodError();
		}

	}

}
