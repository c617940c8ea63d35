package io.fusemount.autoconfigure.security;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerAccount;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link KnownCallers}.
 */
class KnownCallersTests {

	private static final Caller ALICE = new Caller(1000, 1000, 17);

	private static final Caller STRANGER = new Caller(-2, 1000, 17);

	private final AtomicInteger asked = new AtomicInteger();

	private @Nullable RuntimeException failure;

	private CountDownLatch asking = new CountDownLatch(0);

	@Test
	void aUserIsAskedForOnceWhileThatIsRemembered() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofHours(1));
		Authentication alice = callers.of(ALICE);
		assertThat(alice.getName()).isEqualTo("alice");
		assertThat(callers.of(new Caller(1000, 1000, 18))).isSameAs(alice);
		assertThat(this.asked).hasValue(1);
		callers.of(new Caller(1000, 100, 18));
		assertThat(this.asked).as("another group").hasValue(2);
	}

	@Test
	void aUserIsAskedForEachTimeIfNothingIsToBeRemembered() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ZERO);
		callers.of(ALICE);
		callers.of(ALICE);
		assertThat(this.asked).hasValue(2);
	}

	@Test
	void anUnknownUserIsAnonymous() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofHours(1));
		assertThat(callers.of(STRANGER)).isInstanceOf(AnonymousAuthenticationToken.class);
	}

	@Test
	void anUnknownUserIsRefusedIfThatIsWanted() {
		KnownCallers callers = callers(UnknownCallers.REFUSED, Duration.ofHours(1));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> callers.of(STRANGER))
			.withMessage("The application does not know the user with the id 4294967294")
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EACCES));
		assertThat(callers.of(ALICE).getName()).isEqualTo("alice");
	}

	@Test
	void aRefusalIsRememberedWithItsReason() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofHours(1));
		this.failure = new DisabledException("User is disabled");
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> callers.of(ALICE))
				.withMessage("The application refuses the user 'alice'")
				.withCauseInstanceOf(DisabledException.class)
				.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EACCES));
		}
		assertThat(this.asked).hasValue(1);
	}

	@Test
	void aFailureIsNotRemembered() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofHours(1));
		for (RuntimeException away : List.of(new IllegalStateException("The database is away"),
				new AuthenticationServiceException("The directory is away"))) {
			this.failure = away;
			assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> callers.of(ALICE))
				.withMessage("The application cannot say now who is the user 'alice'")
				.withCause(away)
				.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EIO));
		}
		this.failure = null;
		assertThat(callers.of(ALICE).getName()).isEqualTo("alice");
	}

	@Test
	@Timeout(60)
	void whatWasKnownLastCountsForAsLongAgainWhileItCannotBeFoundOut() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofSeconds(1));
		Authentication alice = callers.of(ALICE);
		this.failure = new IllegalStateException("The database is away");
		await(() -> {
			Authentication now = callers.of(ALICE);
			return now == alice && this.asked.get() > 1;
		});
		await(() -> {
			try {
				callers.of(ALICE);
				return false;
			}
			catch (ErrnoException ex) {
				return ex.errno() == Errno.EIO;
			}
		});
	}

	private static void await(BooleanSupplier condition) {
		while (!condition.getAsBoolean()) {
			Thread.onSpinWait();
		}
	}

	@Test
	@Timeout(60)
	void aUserIsAskedForOnceHoweverManyProgramsWait() throws Exception {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofHours(1));
		this.asking = new CountDownLatch(1);
		ExecutorService programs = Executors.newFixedThreadPool(4);
		try {
			List<Future<Authentication>> all = Stream.generate(() -> programs.submit(() -> callers.of(ALICE)))
				.limit(4)
				.toList();
			this.asking.countDown();
			for (Future<Authentication> one : all) {
				assertThat(one.get().getName()).isEqualTo("alice");
			}
			assertThat(this.asked).hasValue(1);
		}
		finally {
			programs.shutdownNow();
		}
	}

	@Test
	void theKernelItselfIsNobody() {
		KnownCallers callers = callers(UnknownCallers.REFUSED, Duration.ofHours(1));
		Caller kernel = new Caller(0, 0, 0);
		assertThat(callers.of(kernel)).isInstanceOf(AnonymousAuthenticationToken.class);
		assertThat(this.asked).hasValue(0);
		Caller root = new Caller(0, 0, 17);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> callers.of(root));
		assertThat(callers.prepared(kernel)).as("who is not root").isInstanceOf(AnonymousAuthenticationToken.class);
	}

	@Test
	void idsFromOtherMachinesDoNotFillTheMemory() {
		KnownCallers callers = callers(UnknownCallers.ANONYMOUS, Duration.ofHours(1));
		callers.of(ALICE);
		for (int uid = 0; uid < 10_000; uid++) {
			callers.of(new Caller(uid, 1, 1));
		}
		this.asked.set(0);
		callers.of(ALICE);
		assertThat(this.asked).hasValue(1);
	}

	private KnownCallers callers(UnknownCallers unknown, Duration timeToLive) {
		return new KnownCallers((caller) -> new CallerAccount(caller.uid(), caller.gid(),
				(caller.uid() == 1000) ? "alice" : null, List.of()), () -> this::convert, unknown, timeToLive);
	}

	private @Nullable Authentication convert(CallerAccount account) {
		this.asked.incrementAndGet();
		try {
			this.asking.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		if (this.failure != null) {
			throw this.failure;
		}
		return (account.name() != null) ? new TestingAuthenticationToken(account.name(), null) : null;
	}

}
