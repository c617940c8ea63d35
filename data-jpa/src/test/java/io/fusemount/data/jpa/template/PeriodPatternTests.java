package io.fusemount.data.jpa.template;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Years, months and days as names.
 */
class PeriodPatternTests {

	private static final LocalDateTime MOMENT = LocalDateTime.parse("2026-11-24T11:12:13");

	@ParameterizedTest
	@CsvSource({ "yyyy, , 2026, 2026-01-01T00:00, 2027-01-01T00:00",
			"yyyy-MM, , 2026-11, 2026-11-01T00:00, 2026-12-01T00:00",
			"MM, YEARS, 11, 2026-11-01T00:00, 2026-12-01T00:00",
			"yyyy-MM, YEARS, 2026-11, 2026-11-01T00:00, 2026-12-01T00:00",
			"dd, MONTHS, 24, 2026-11-24T00:00, 2026-11-25T00:00",
			"MMdd, YEARS, 1124, 2026-11-24T00:00, 2026-11-25T00:00",
			"HH 'h', DAYS, 11 h, 2026-11-24T11:00, 2026-11-24T12:00",
			"yyyyMMdd, , 20261124, 2026-11-24T00:00, 2026-11-25T00:00" })
	void aPeriodHasAName(String pattern, @Nullable ChronoUnit above, String name, LocalDateTime start,
			LocalDateTime end) {
		PeriodPattern periods = PeriodPattern.of(pattern, above);
		Period period = periods.at(MOMENT);
		assertThat(periods.format(period)).isEqualTo(name);
		assertThat(period.start()).isEqualTo(start);
		assertThat(period.end()).isEqualTo(end);
		Period parent = (above != null) ? parent(above) : null;
		assertThat(periods.parse(name, parent)).isEqualTo(period);
	}

	private static Period parent(ChronoUnit unit) {
		String pattern = switch (unit) {
			case YEARS -> "yyyy";
			case MONTHS -> "yyyyMM";
			default -> "yyyyMMdd";
		};
		return PeriodPattern.of(pattern, null).at(MOMENT);
	}

	@ParameterizedTest
	@CsvSource({ "MM, ", "dd, YEARS", "yyyy, YEARS", "MMM, YEARS", "yyyy-mm, ", "x, ", "'a', " })
	void whatSaysNoPeriodIsRefused(String pattern, @Nullable ChronoUnit above) {
		assertThatIllegalArgumentException().isThrownBy(() -> PeriodPattern.of(pattern, above));
	}

	@ParameterizedTest
	@CsvSource({ "yyyy, 26", "yyyy, 02026", "yyyy-MM, 2026-13", "yyyy-MM-dd, 2026-02-30", "yyyy, twenty" })
	void whatIsNoNameOfAPeriodIsNone(String pattern, String name) {
		assertThat(PeriodPattern.of(pattern, null).parse(name, null)).isNull();
	}

	@Test
	void whatIsNotInThePeriodAboveIsNone() {
		PeriodPattern months = PeriodPattern.of("yyyy-MM", ChronoUnit.YEARS);
		assertThat(months.parse("2025-11", parent(ChronoUnit.YEARS))).isNull();
		PeriodPattern days = PeriodPattern.of("dd", ChronoUnit.MONTHS);
		Period november = Objects.requireNonNull(months.parse("2026-11", null));
		assertThat(days.parse("31", november)).isNull();
		assertThat(days.parse("30", november)).isNotNull();
	}

}
