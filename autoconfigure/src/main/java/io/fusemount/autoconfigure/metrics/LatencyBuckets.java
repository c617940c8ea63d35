package io.fusemount.autoconfigure.metrics;

import java.time.Duration;
import java.util.stream.DoubleStream;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;

/**
 * The histogram of FuseMount's timers, unless the application configures another one
 * ({@code management.metrics.distribution.*}). Most operations take 10 to 100 µs, below
 * the first default bucket of 1 ms.
 */
final class LatencyBuckets implements MeterFilter {

	private static final Duration SHORTEST = Duration.ofNanos(5_000);

	private static final Duration LONGEST = Duration.ofSeconds(60);

	private static final DistributionStatisticConfig DEFAULTS = DistributionStatisticConfig.builder()
		.serviceLevelObjectives(boundaries())
		.minimumExpectedValue((double) SHORTEST.toNanos())
		.maximumExpectedValue((double) LONGEST.toNanos())
		.build();

	/**
	 * In nanoseconds: 5, 10 and 25 µs, then each tenfold, and so on, then 5, 10, 30 and
	 * 60 s.
	 */
	private static double[] boundaries() {
		DoubleStream tens = DoubleStream.iterate(1e3, (ten) -> ten < 1e9, (ten) -> ten * 10);
		DoubleStream upToSeconds = tens.flatMap((ten) -> DoubleStream.of(5 * ten, 10 * ten, 25 * ten));
		return DoubleStream.concat(upToSeconds, DoubleStream.of(5e9, 10e9, 30e9, LONGEST.toNanos())).toArray();
	}

	@Override
	public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
		boolean own = id.getType() == Meter.Type.TIMER && id.getName().startsWith("fusemount.");
		return own ? config.merge(DEFAULTS) : config;
	}

}
