package io.fusemount.autoconfigure.metrics;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.operation.Step;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;

/**
 * Denies the meters that Micrometer derives from observations: steps have timers of their
 * own, which exist without an observation registry as well.
 */
final class ObservedMeters implements MeterFilter {

	private static final Set<String> REFUSED = Arrays.stream(Step.values())
		.map(FuseMountMeters::observation)
		.flatMap((name) -> Stream.of(name, name + ".active"))
		.collect(Collectors.toUnmodifiableSet());

	@Override
	public MeterFilterReply accept(Meter.Id id) {
		return REFUSED.contains(id.getName()) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
	}

}
