package io.fusemount.data.jpa.database;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(600)
class OutageTests {

	private final Outage outage = new Outage();

	@Test
	void oneAtATimeTriesWhileTheDatabaseIsAway() throws Exception {
		this.outage.begin(new ErrnoException(Errno.EIO, "Connection refused", "Check the database", null));
		CountDownLatch waiting = new CountDownLatch(1);
		CountDownLatch back = new CountDownLatch(1);
		CompletableFuture<String> probe = CompletableFuture.supplyAsync(() -> this.outage.call(() -> {
			waiting.countDown();
			await(back);
			this.outage.end();
			return "connected";
		}));
		waiting.await();
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.outage.call(() -> "not reached"))
			.withMessageContaining("Connection refused")
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EIO))
			// Without it, the log takes the failure for one that nobody has foreseen.
			.satisfies((failure) -> assertThat(failure.hint()).isEqualTo("Check the database"));
		back.countDown();
		assertThat(probe.get()).isEqualTo("connected");
		assertThat(this.outage.<String>call(() -> this.outage.call(() -> "both"))).isEqualTo("both");
	}

	@Test
	void afterOneHasTriedInVainTheNextMay() {
		this.outage.begin(new ErrnoException(Errno.EIO, "Connection refused"));
		for (int i = 0; i < 2; i++) {
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.outage.call(() -> {
				throw new IllegalStateException("in vain");
			}));
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
