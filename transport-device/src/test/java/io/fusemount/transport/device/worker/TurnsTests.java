package io.fusemount.transport.device.worker;

import java.time.Duration;

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
			two.claim();
			assertThat(two.take(Duration.ZERO)).isTrue();
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

	private void take() throws InterruptedException {
		this.turns.claim();
		assertThat(this.turns.take(Duration.ZERO)).isTrue();
	}

}
