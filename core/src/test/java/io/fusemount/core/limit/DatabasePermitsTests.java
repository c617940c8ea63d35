package io.fusemount.core.limit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(120)
class DatabasePermitsTests {

	private final DatabasePermits permits = new DatabasePermits(1, Duration.ofMillis(20));

	@AfterEach
	void withdraw() {
		BlockingSection.compensateWith(null);
	}

	@Test
	void whoWaitsTooLongIsToldToTryAgain() throws Exception {
		CountDownLatch holding = new CountDownLatch(1);
		CountDownLatch done = new CountDownLatch(1);
		CompletableFuture<Void> holder = CompletableFuture.runAsync(() -> this.permits.call(() -> {
			holding.countDown();
			await(done);
			return "";
		}));
		holding.await();
		assertThat(this.permits.available()).isZero();
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.permits.call(() -> "never"))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EAGAIN))
			.satisfies((ex) -> assertThat(ex.hint()).contains("fusemount.database.max-concurrent"));
		done.countDown();
		holder.join();
		assertThat(this.permits.call(() -> "now")).isEqualTo("now");
	}

	@Test
	void nestedWorkNeedsNoSecondPermit() {
		assertThat(this.permits.call(() -> this.permits.call(() -> "inner"))).isEqualTo("inner");
		assertThat(this.permits.available()).isEqualTo(1);
	}

	@Test
	void aFailureGivesThePermitBack() {
		assertThatIllegalStateException().isThrownBy(() -> this.permits.call(() -> {
			throw new IllegalStateException();
		}));
		assertThat(this.permits.available()).isEqualTo(1);
	}

	@Test
	void theThreadsThatServeRequestsAreToldOfTheBlocking() {
		StringBuilder calls = new StringBuilder();
		BlockingSection.compensateWith(new BlockingSection.Compensation() {

			@Override
			public void beforeBlocking() {
				calls.append("before ");
			}

			@Override
			public void afterBlocking() {
				calls.append("after");
			}

		});
		this.permits.call(() -> calls.append("work "));
		assertThat(calls).hasToString("before work after");
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

}
