package io.fusemount.data.jpa.mapping;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Times in the types that entities keep them in.
 */
class TimeConversionTests {

	private static final Instant TIME = Instant.parse("2026-02-03T04:05:06.123456789Z");

	static Stream<Class<?>> types() {
		return TimeConversion.TYPES.stream();
	}

	@ParameterizedTest
	@MethodSource("types")
	void timeSurvivesToTheMillisecond(Class<?> type) {
		Object value = TimeConversion.fromInstant(TIME, type);
		assertThat(value).isInstanceOf(org.springframework.util.ClassUtils.resolvePrimitiveIfNecessary(type));
		Instant time = TimeConversion.toInstant(value);
		assertThat(time).isNotNull().isBetween(TIME.truncatedTo(ChronoUnit.MILLIS), TIME);
	}

	@ParameterizedTest
	@MethodSource("types")
	void whatIsStoredStaysAsItIs(Class<?> type) {
		Instant stored = TimeConversion.toInstant(TimeConversion.fromInstant(TIME, type));
		assertThat(stored).isNotNull();
		assertThat(TimeConversion.toInstant(TimeConversion.fromInstant(stored, type))).isEqualTo(stored);
	}

}
