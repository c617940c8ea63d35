package io.fusemount.autoconfigure.security;

import java.time.Duration;
import java.util.List;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import io.fusemount.core.operation.CallerScope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.core.context.SecurityContextImpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * Tests for {@link SecurityContextScope}.
 */
class SecurityContextScopeTests {

	private static final Authentication ALICE = new TestingAuthenticationToken("alice", null);

	private static final Authentication ADMIN = new TestingAuthenticationToken("admin", null);

	/**
	 * One of the application's own, which is not that of Spring Security's static
	 * methods.
	 */
	private final SecurityContextHolderStrategy holder = new OwnStrategy();

	private final CallerScope scope = new SecurityContextScope(() -> this.holder, new KnownCallers(
			CallerAccount::unknown, () -> this::convert, UnknownCallers.ANONYMOUS, Duration.ofHours(1)));

	private Authentication convert(CallerAccount account) {
		if (account.uid() == 666) {
			throw new LockedException("User account is locked");
		}
		return ALICE;
	}

	@AfterEach
	void clear() {
		Caller.unbind();
		this.holder.clearContext();
	}

	@Test
	void theCallerIsAuthenticatedAndNobodyIsAfterwards() {
		Caller.bind(new Caller(1000, 1000, 1));
		try (CallerScope.Binding binding = this.scope.bind()) {
			assertThat(current()).isSameAs(ALICE);
			assertThat(SecurityContextHolder.getContext().getAuthentication()).as("the strategy of others").isNull();
		}
		assertThat(current()).isNull();
	}

	@Test
	void nobodyIsAuthenticatedAfterAFailure() {
		Caller.bind(new Caller(1000, 1000, 1));
		assertThatNullPointerException().isThrownBy(() -> {
			try (CallerScope.Binding binding = this.scope.bind()) {
				throw new NullPointerException();
			}
		});
		assertThat(current()).isNull();
	}

	@Test
	void whatTheApplicationChangesInItsContextIsNotSeenByTheNextOperation() {
		Caller.bind(new Caller(1000, 1000, 1));
		try (CallerScope.Binding binding = this.scope.bind()) {
			this.holder.getContext().setAuthentication(ADMIN);
			this.holder.clearContext();
			this.holder.getContext().setAuthentication(ADMIN);
		}
		assertThat(current()).isNull();
		try (CallerScope.Binding binding = this.scope.bind()) {
			assertThat(current()).isSameAs(ALICE);
		}
	}

	@Test
	void aThreadOfTheApplicationHasItsUserAgainAfterwards() {
		this.holder.getContext().setAuthentication(ADMIN);
		Caller.as(new Caller(1000, 1000, 1), () -> {
			try (CallerScope.Binding binding = this.scope.bind()) {
				assertThat(current()).isSameAs(ALICE);
			}
			return "done";
		});
		assertThat(current()).isSameAs(ADMIN);
	}

	@Test
	void workOfTheApplicationItselfKeepsItsUser() {
		this.holder.getContext().setAuthentication(ADMIN);
		try (CallerScope.Binding binding = this.scope.bind()) {
			assertThat(current()).isSameAs(ADMIN);
		}
		assertThat(current()).isSameAs(ADMIN);
	}

	@Test
	void callersAreTheSameToTheApplicationIfNameAndAuthoritiesAre() {
		Object alice = identity(new TestingAuthenticationToken("alice", "1", "A", "B"));
		assertThat(identity(new TestingAuthenticationToken("alice", "2", "B", "A"))).isEqualTo(alice);
		assertThat(identity(new TestingAuthenticationToken("alice", "1", "A"))).isNotEqualTo(alice);
		assertThat(identity(new TestingAuthenticationToken("bob", "1", "A", "B"))).isNotEqualTo(alice);
	}

	private Object identity(Authentication authentication) {
		this.holder.getContext().setAuthentication(authentication);
		return this.scope.identity();
	}

	@Test
	void aRefusedCallerChangesNothing() {
		this.holder.getContext().setAuthentication(ADMIN);
		Caller.bind(new Caller(666, 666, 1));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(this.scope::bind);
		assertThat(current()).isSameAs(ADMIN);
	}

	@Test
	void scopesOfSeveralFrameworksSurroundEachOther() {
		StringBuilder events = new StringBuilder();
		CallerScope both = CallerScope.of(List.of(recording("a", events), recording("b", events)));
		both.bind().close();
		assertThat(events).hasToString("a b b. a. ");
		CallerScope failing = CallerScope.of(List.of(recording("c", events), () -> {
			throw new IllegalStateException();
		}));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(failing::bind);
		assertThat(events).hasToString("a b b. a. c c. ");
		CallerScope.of(List.of()).bind().close();
	}

	private static CallerScope recording(String name, StringBuilder events) {
		return () -> {
			events.append(name).append(' ');
			return () -> events.append(name).append(". ");
		};
	}

	private @Nullable Authentication current() {
		return this.holder.getContext().getAuthentication();
	}

	private static final class OwnStrategy implements SecurityContextHolderStrategy {

		private final ThreadLocal<SecurityContext> context = ThreadLocal.withInitial(SecurityContextImpl::new);

		@Override
		public void clearContext() {
			this.context.remove();
		}

		@Override
		public SecurityContext getContext() {
			return this.context.get();
		}

		@Override
		public void setContext(SecurityContext context) {
			this.context.set(context);
		}

		@Override
		public SecurityContext createEmptyContext() {
			return new SecurityContextImpl();
		}

	}

}
