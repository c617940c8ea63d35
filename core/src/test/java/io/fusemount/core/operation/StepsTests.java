package io.fusemount.core.operation;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class StepsTests {

	private static final NodeKey INVOICES = new NodeKey("/", "invoices");

	private final List<String> events = new ArrayList<>();

	private final Steps steps = steps(new OperationListener() {

		@Override
		public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
			StepsTests.this.events.add(step.label() + " of " + directory);
			return scope("seen");
		}

	});

	private static Steps steps(OperationListener listener) {
		return new Steps(listener, new ErrnoTranslators(List.of((failure) -> (failure instanceof IllegalStateException)
				? new ErrnoException(Errno.EBUSY, "translated", failure) : null))::translate);
	}

	private StepScope scope(String name) {
		return (failure, elapsedNanos) -> this.events
			.add(name + " " + ((failure != null) ? failure.errno() : "ok") + ((elapsedNanos < 0) ? " backwards" : ""));
	}

	@Test
	void theListenerHearsOfTheBeginningAndTheEndOfAStep() {
		String result = this.steps.run(Step.COMMIT, INVOICES, () -> {
			this.events.add("work");
			return "done";
		});
		assertThat(result).isEqualTo("done");
		assertThat(this.events).containsExactly("commit of " + INVOICES, "work", "seen ok");
	}

	@Test
	void theListenerHearsTheErrnoAndTheCallerGetsWhatWasThrown() {
		IllegalStateException thrown = new IllegalStateException("locked");
		assertThatIllegalStateException().isThrownBy(() -> this.steps.run(Step.PAGE, null, () -> {
			throw thrown;
		})).isSameAs(thrown);
		assertThat(this.events).containsExactly("page of null", "seen EBUSY");
	}

	@Test
	void aListenerThatThrowsChangesNothing() {
		Steps broken = steps(new OperationListener() {

			@Override
			public StepScope stepStarted(Step step, @Nullable NodeKey directory) {
				if (step == Step.MOUNT) {
					throw new IllegalArgumentException("at the beginning");
				}
				return (failure, elapsedNanos) -> {
					throw new IllegalArgumentException("at the end");
				};
			}

		});
		assertThat(broken.<Integer>run(Step.MOUNT, null, () -> 1)).isOne();
		assertThat(broken.<Integer>run(Step.FETCH, null, () -> 2)).isEqualTo(2);
		assertThatIllegalStateException().isThrownBy(() -> broken.run(Step.FETCH, null, () -> {
			throw new IllegalStateException("of the work");
		})).withMessage("of the work");
	}

	@Test
	void scopesEndInTheOrderInWhichTheyWereNested() {
		scope("outer").around(scope("inner")).ended(null, 1);
		assertThat(this.events).containsExactly("inner ok", "outer ok");
	}

	@Test
	void aScopeOfNobodyIsNoLayer() {
		StepScope scope = scope("only");
		assertThat(scope.around(StepScope.NONE)).isSameAs(scope);
		assertThat(StepScope.NONE.around(scope)).isSameAs(scope);
	}

}
