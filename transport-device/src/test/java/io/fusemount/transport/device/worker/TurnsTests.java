package io.fusemount.transport.device.worker;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The right to wait for requests.
 */
class TurnsTests {

	private final Turns turns = new Turns(1);

	@Test
	void aTurnThatComesBackIsLeftIfNobodyIsAfterIt() throws InterruptedException {
		take();
		assertThat(this.turns.isOneLeft()).isFalse();
		this.turns.giveBack();
		assertThat(this.turns.isOneLeft()).isTrue();
	}

	@Test
	void aTurnThatComesBackIsForWhoIsAfterItThoughHeDoesNotWaitYet() throws InterruptedException {
		take();
		this.turns.claim();
		this.turns.giveBack();
		assertThat(this.turns.isOneLeft()).isFalse();
		assertThat(this.turns.take(Duration.ZERO)).isTrue();
	}

	@Test
	void oneClaimIsForOneTurn() throws InterruptedException {
		Turns two = new Turns(2);
		for (int i = 0; i < 2; i++) {
			take(two);
		}
		two.claim();
		two.giveBack();
		assertThat(two.isOneLeft()).isFalse();
		assertThat(two.take(Duration.ZERO)).isTrue();
		two.giveBack();
		assertThat(two.isOneLeft()).as("who was after one has got it").isTrue();
	}

	@Test
	void aTurnIsLeftByWhoGivesUp() throws InterruptedException {
		this.turns.claim();
		this.turns.giveUp();
		assertThat(this.turns.isOneLeft()).isTrue();
		take();
		this.turns.claim();
		assertThat(this.turns.take(Duration.ZERO)).isFalse();
		this.turns.giveUp();
		assertThat(this.turns.isOneLeft()).isFalse();
	}

	@Test
	void aTurnIsKeptWhileSomebodyElseWaitsForRequests() throws InterruptedException {
		take();
		Object holder = new Object();
		this.turns.beginWaiting();
		assertThat(this.turns.keep(holder)).isTrue();
		assertThat(this.turns.isOneLeft()).isFalse();
		assertThat(this.turns.takeKept(holder)).isTrue();
	}

	@Test
	void noTurnIsKeptIfNobodyElseWaitsForRequests() {
		Object holder = new Object();
		assertThat(this.turns.keep(holder)).isFalse();
		assertThat(this.turns.takeKept(holder)).isFalse();
	}

	@Test
	void aKeptTurnIsFreeAsSoonAsNobodyWaitsForRequestsAnyMore() throws InterruptedException {
		Turns two = new Turns(2);
		for (int i = 0; i < 2; i++) {
			take(two);
			two.beginWaiting();
		}
		Object holder = new Object();
		assertThat(two.endWaiting()).as("another one waits").isFalse();
		assertThat(two.keep(holder)).isTrue();
		assertThat(two.endWaiting()).isTrue();
		assertThat(two.takeKept(holder)).as("it is another worker's").isFalse();
		assertThat(two.isOneLeft()).isTrue();
	}

	@Test
	void aTurnIsNeverKeptByAllWhileNobodyWaits() throws Exception {
		Turns two = new Turns(2);
		ExecutorService reader = Executors.newSingleThreadExecutor();
		try {
			for (int round = 0; round < 20_000; round++) {
				Object holder = new Object();
				two.beginWaiting();
				Future<Boolean> last = reader.submit(two::endWaiting);
				boolean kept = two.keep(holder);
				boolean freed = last.get();
				assertThat(kept).as("kept, though nobody waits: it was freed").isEqualTo(freed);
				assertThat(two.takeKept(holder)).isFalse();
			}
		}
		finally {
			reader.shutdownNow();
		}
	}

	private void take() throws InterruptedException {
		take(this.turns);
	}

	private static void take(Turns turns) throws InterruptedException {
		turns.claim();
		assertThat(turns.take(Duration.ZERO)).isTrue();
	}

}
