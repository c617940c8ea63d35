package io.fusemount.core.unsaved;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnsavedAgeTests {

	private static final Duration KEPT = Duration.ofDays(30);

	private Instant time = Instant.parse("2026-11-23T08:00:00Z");

	private long nanos;

	private UnsavedAge age = age(KEPT);

	private UnsavedAge age(Duration keepFor) {
		return new UnsavedAge(keepFor, () -> this.time, () -> this.nanos);
	}

	private Instant oldestAfter(Duration passed) {
		this.time = this.time.plus(passed);
		this.nanos += passed.toNanos();
		return this.age.oldest();
	}

	@Test
	void nothingIsTooOldOnTheFirstDay() {
		assertThat(oldestAfter(Duration.ZERO)).isEqualTo(Instant.MIN);
		assertThat(oldestAfter(Duration.ofHours(23))).isEqualTo(Instant.MIN);
		assertThat(oldestAfter(Duration.ofHours(1))).isEqualTo(this.time.minus(KEPT));
	}

	@Test
	void nothingIsTooOldForADayAfterTheClockWasSetForward() {
		oldestAfter(Duration.ofDays(2));
		this.time = this.time.plus(Duration.ofDays(365));
		assertThat(oldestAfter(Duration.ofSeconds(1))).isEqualTo(Instant.MIN);
		assertThat(oldestAfter(Duration.ofHours(23))).isEqualTo(Instant.MIN);
		assertThat(oldestAfter(Duration.ofHours(1))).isEqualTo(this.time.minus(KEPT));
	}

	@Test
	void aClockThatIsSetBackOrCorrectedALittleIsBelieved() {
		oldestAfter(Duration.ofDays(2));
		this.time = this.time.plusSeconds(50);
		assertThat(oldestAfter(Duration.ofSeconds(1))).isEqualTo(this.time.minus(KEPT));
		this.time = this.time.minus(Duration.ofDays(365));
		assertThat(oldestAfter(Duration.ofSeconds(1))).isEqualTo(this.time.minus(KEPT));
	}

	@Test
	void whatIsKeptForLessThanADayIsTooOldAfterThatTime() {
		this.age = age(Duration.ofMinutes(5));
		assertThat(oldestAfter(Duration.ofMinutes(4))).isEqualTo(Instant.MIN);
		assertThat(oldestAfter(Duration.ofMinutes(1))).isEqualTo(this.time.minus(Duration.ofMinutes(5)));
	}

}
