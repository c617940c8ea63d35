package io.fusemount.bench.metrics;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Whether there is something to measure.
 */
class RecordingBenchmarkTests {

	private final RecordingBenchmark benchmark = new RecordingBenchmark();

	@BeforeEach
	void start() {
		this.benchmark.start();
	}

	@AfterEach
	void stop() {
		this.benchmark.stop();
	}

	@Test
	void recordsInTheMetersOfAnApplication() {
		assertThatNoException().isThrownBy(() -> {
			this.benchmark.operation();
			this.benchmark.operationOfTwoThreads();
			this.benchmark.read();
			this.benchmark.commit();
		});
	}

}
