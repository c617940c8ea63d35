package io.fusemount.transport.device.worker;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The number of workers that have not ended.
 */
class LiveWorkersTests {

	private static final int LIMIT = 6;

	private final LiveWorkers live = new LiveWorkers(LIMIT);

	@Test
	void whoIsOneTooManyEnds() {
		this.live.add();
		assertThat(this.live.addBelow(LIMIT)).isFalse();
		assertThat(this.live.removeAbove(LIMIT)).isTrue();
		assertThat(this.live.removeAbove(LIMIT)).isFalse();
		assertThat(this.live.addBelow(LIMIT + 1)).isTrue();
	}

	@Test
	void theLastOneIsKnown() {
		for (int i = 1; i < LIMIT; i++) {
			assertThat(this.live.remove()).isFalse();
		}
		assertThat(this.live.remove()).isTrue();
	}

	@Test
	void nobodyEndsForOneThatWasRefused() throws Exception {
		ExecutorService threads = Executors.newSingleThreadExecutor();
		try {
			AtomicBoolean done = new AtomicBoolean();
			Future<Boolean> ended = threads.submit(() -> {
				boolean any = false;
				while (!done.get()) {
					any |= this.live.removeAbove(LIMIT);
				}
				return any;
			});
			for (int i = 0; i < 1_000_000; i++) {
				assertThat(this.live.addBelow(LIMIT)).isFalse();
			}
			done.set(true);
			assertThat(ended.get(60, TimeUnit.SECONDS)).isFalse();
		}
		finally {
			threads.shutdown();
		}
	}

}
