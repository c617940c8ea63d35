package io.fusemount.core.operation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DispatcherTests {

	private final List<String> events = new ArrayList<>();

	private final OperationListener listener = new OperationListener() {

		@Override
		public void operationSucceeded(Operation operation, long elapsedNanos) {
			DispatcherTests.this.events.add(operation.label() + " ok");
		}

		@Override
		public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
				long elapsedNanos) {
			DispatcherTests.this.events.add(operation.label() + " " + subject + " " + failure.errno());
		}

		@Override
		public void bytesTransferred(Operation operation, long bytes) {
			DispatcherTests.this.events.add(operation.label() + " " + bytes);
		}

	};

	private final Dispatcher dispatcher = new Dispatcher(
			new ErrnoTranslators(List.of((failure) -> (failure instanceof IllegalStateException)
					? new ErrnoException(Errno.EBUSY, "translated", failure) : null)),
			this.listener);

	@Test
	void theResultOfTheWorkIsReturnedAndToldToTheListener() {
		assertThat(this.dispatcher.dispatch(Operation.READ, "/a", () -> 4096)).isEqualTo(4096);
		assertThat(this.dispatcher.dispatch(Operation.GETATTR, "/a", () -> 0)).isZero();
		assertThat(this.events).containsExactly("read ok", "read 4096", "getattr ok");
	}

	@Test
	void anErrnoPassesUnchanged() {
		ErrnoException failure = new ErrnoException(Errno.ENOENT, "gone");
		assertFailure(() -> {
			throw failure;
		}).isSameAs(failure);
		assertThat(this.events).containsExactly("open /a ENOENT");
	}

	@Test
	void aForeignExceptionIsTranslated() {
		assertFailure(() -> {
			throw new IllegalStateException();
		}).satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EBUSY));
	}

	@Test
	void anUnknownThrowableIsAnInputOutputError() {
		assertFailure(() -> {
			throw new StackOverflowError();
		}).satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EIO))
			.withMessage("An unexpected failure; the application's log says more");
	}

	@Test
	void aFullDiskIsNoSpace() {
		assertFailure(() -> {
			throw new IOException("No space left on device");
		}).satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ENOSPC));
	}

	@Test
	void aListenerNeverChangesTheAnswer() {
		OperationListener broken = new OperationListener() {

			@Override
			public void operationSucceeded(Operation operation, long elapsedNanos) {
				throw new NoClassDefFoundError();
			}

			@Override
			public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
					long elapsedNanos) {
				throw new IllegalStateException();
			}

		};
		Dispatcher dispatcher = new Dispatcher(new ErrnoTranslators(List.of()), broken);
		assertThat(dispatcher.dispatch(Operation.READ, null, () -> 1)).isEqualTo(1);
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> dispatcher.dispatch(Operation.READ, null, () -> {
				throw new ErrnoException(Errno.EACCES, "no");
			}))
			.withMessage("no");
	}

	private org.assertj.core.api.ThrowableAssertAlternative<ErrnoException> assertFailure(Dispatcher.Work work) {
		return assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> this.dispatcher.dispatch(Operation.OPEN, "/a", work));
	}

}
