package io.fusemount.conformance.rights;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares what users see of a {@link io.fusemount.core.vfs.VirtualFileSystem} with what
 * they may see, under random work of all of them. A failure reports the seed and the last
 * steps.
 */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RightsRandomKit {

	private static final int STEPS = 400;

	private static final int REPORTED = 60;

	/**
	 * Returns a fresh fixture; the kit closes it.
	 * @param timeToLive how long names, and what users may do, are cached
	 */
	protected abstract RightsFixture createFixture(Duration timeToLive);

	/**
	 * Returns the number of workloads. The number of each is its seed; they are the same
	 * each time. The system property {@code fusemount.rights.seeds}, as {@code 1-1000},
	 * requests others.
	 */
	protected int workloads() {
		return 15;
	}

	@ParameterizedTest(name = "seed {0}")
	@MethodSource("seedsOfTheKit")
	void nobodyLearnsWhatTheyMayNotSee(long seed) {
		run(seed, Duration.ZERO);
	}

	@ParameterizedTest(name = "seed {0}")
	@MethodSource("seedsOfTheKit")
	void nobodyLearnsWhatTheyNeverMightSeeFromWhatIsCached(long seed) {
		run(seed, Duration.ofHours(1));
	}

	Stream<Long> seedsOfTheKit() {
		String[] range = System.getProperty("fusemount.rights.seeds", "1-" + workloads()).split("-", 2);
		return LongStream.rangeClosed(Long.parseLong(range[0]), Long.parseLong(range[1])).boxed();
	}

	private void run(long seed, Duration timeToLive) {
		try (RightsFixture fixture = createFixture(timeToLive)) {
			Workload workload = new Workload(fixture, seed, !timeToLive.isZero());
			try {
				for (int i = 0; i < STEPS; i++) {
					workload.step();
				}
				workload.end();
			}
			catch (RuntimeException | AssertionError ex) {
				List<String> log = workload.log();
				throw new AssertionError(
						"Seed %d, after %d lines: %s%nThe last ones:%n  %s".formatted(seed, log.size(), ex.getMessage(),
								String.join("\n  ", log.subList(Math.max(0, log.size() - REPORTED), log.size()))),
						ex);
			}
		}
	}

}
