package io.fusemount.core.limit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

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
		assertThat(this.permits.oldestWork()).isPositive();
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.permits.call(() -> "never"))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EAGAIN))
			.satisfies((ex) -> assertThat(ex.hint()).contains("fusemount.database.max-concurrent"));
		done.countDown();
		holder.join();
		assertThat(this.permits.call(() -> "now")).isEqualTo("now");
		assertThat(this.permits.oldestWork()).isZero();
	}

	@Test
	void anUploadIsNotWorkThatLastsTooLong() {
		assertThat(this.permits.call(Demand.UPLOAD, this.permits::oldestWork)).isZero();
		assertThat(this.permits.call(Demand.CHANGE, this.permits::oldestWork)).isPositive();
	}

	@Test
	void workThatIsAnsweredBitByBitDoesNotLastTooLong() throws Exception {
		DatabasePermits two = new DatabasePermits(2, Duration.ofMillis(20));
		CountDownLatch done = new CountDownLatch(1);
		long start = System.nanoTime();
		two.call(() -> {
			while (two.oldestWork().toMillis() < 50) {
				Thread.onSpinWait();
			}
			long answered = System.nanoTime();
			two.call(() -> {
				two.answered();
				return "";
			});
			assertThat(two.oldestWork().toNanos()).isLessThanOrEqualTo(System.nanoTime() - answered);
			hold(two, Demand.READ, 1, done);
			two.answered();
			assertThat(two.oldestWork().toNanos()).as("that of another one").isPositive();
			return "";
		});
		assertThat(two.oldestWork().toNanos()).isBetween(1L, System.nanoTime() - start);
		two.answered();
		done.countDown();
		awaitAvailable(two, 2);
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

	@Test
	void othersServeInThePlaceOfWhoWaitsToRead() throws Exception {
		StringBuilder calls = new StringBuilder();
		CountDownLatch done = new CountDownLatch(1);
		hold(this.permits, Demand.READ, 1, done);
		BlockingSection.compensateWith(new BlockingSection.Compensation() {

			@Override
			public void beforeBlocking() {
				calls.append("before ");
			}

			@Override
			public void afterBlocking() {
				calls.append("after ");
			}

			@Override
			public void beforeLongBlocking() {
				calls.append("waits ");
			}

			@Override
			public void afterLongBlocking() {
				calls.append("ends ");
			}

		});
		assertBusy(this.permits, Demand.READ, "all 1 permits");
		assertThat(calls).hasToString("before waits ends after ");
		done.countDown();
	}

	@Test
	void uploadsAndChangesLeavePermitsToOthers() throws Exception {
		DatabasePermits eight = new DatabasePermits(8, Duration.ofMillis(20));
		CountDownLatch done = new CountDownLatch(1);
		hold(eight, Demand.UPLOAD, 4, done);
		assertBusy(eight, Demand.UPLOAD, "all 4 permits for uploads");
		assertThat(eight.call(Demand.CHANGE, () -> "stored")).isEqualTo("stored");
		hold(eight, Demand.CHANGE, 2, done);
		assertBusy(eight, Demand.CHANGE, "all 6 permits for changes");
		assertThat(eight.call(Demand.READ, () -> "read")).isEqualTo("read");
		hold(eight, Demand.READ, 2, done);
		assertBusy(eight, Demand.READ, "all 8 permits");
		done.countDown();
		awaitAvailable(eight, 8);
		assertThat(eight.call(Demand.UPLOAD, () -> "stored")).isEqualTo("stored");
	}

	@Test
	void uploadsWaitAsLongAsOthersMakeProgress() throws Exception {
		DatabasePermits two = new DatabasePermits(2, Duration.ofSeconds(1));
		CountDownLatch done = new CountDownLatch(1);
		hold(two, Demand.UPLOAD, 1, done);
		CompletableFuture<String> next = CompletableFuture.supplyAsync(() -> two.call(Demand.UPLOAD, () -> "my turn"));
		long start = System.nanoTime();
		while (System.nanoTime() - start < 1_500_000_000) {
			two.progressed();
		}
		assertThat(next).isNotDone();
		done.countDown();
		assertThat(next.get()).isEqualTo("my turn");
	}

	@Test
	void whoIsNotWantedAnyMoreWaitsNoLonger() throws Exception {
		DatabasePermits patient = new DatabasePermits(1, Duration.ofHours(1));
		CountDownLatch done = new CountDownLatch(1);
		hold(patient, Demand.CHANGE, 1, done);
		ErrnoException killed = new ErrnoException(Errno.EINTR, "killed");
		AtomicReference<ErrnoException> reason = new AtomicReference<>();
		CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> {
			Cancellation.askFrom(reason::get);
			try {
				return patient.call(Demand.CHANGE, () -> "never");
			}
			finally {
				Cancellation.askFrom(null);
			}
		});
		reason.set(killed);
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(waiting::get).withCause(killed);
		done.countDown();
		// An operation that has left the queue gets no permit.
		assertThat(patient.call(() -> "next")).isEqualTo("next");
		awaitAvailable(patient, 1);
	}

	private static void awaitAvailable(DatabasePermits permits, int number) {
		while (permits.available() != number) {
			Thread.onSpinWait();
		}
	}

	private static void hold(DatabasePermits permits, Demand demand, int number, CountDownLatch done) {
		CountDownLatch holding = new CountDownLatch(number);
		for (int i = 0; i < number; i++) {
			Thread holder = new Thread(() -> permits.call(demand, () -> {
				holding.countDown();
				await(done);
				return "";
			}));
			holder.setDaemon(true);
			holder.start();
		}
		await(holding);
	}

	private static void assertBusy(DatabasePermits permits, Demand demand, String reason) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> permits.call(demand, () -> "never"))
			.withMessageContaining(reason)
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EAGAIN));
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
