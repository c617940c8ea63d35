package io.fusemount.data.jpa.template;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Values of properties as the bytes of extended attributes, and back.
 */
class AttributeTextTests {

	private static final Instant MOMENT = Instant.parse("2026-12-24T18:30:00.250Z");

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static void assertText(Object value, String text) {
		AttributeText texts = new AttributeText(value.getClass());
		assertThat(texts.isPossible()).as(value.getClass().getName()).isTrue();
		assertThat(new String(texts.format(value), StandardCharsets.UTF_8)).isEqualTo(text);
		assertThat(texts.parse(bytes(text))).isEqualTo(value);
	}

	@Test
	void valuesHaveTexts() {
		assertText("Größe = 1", "Größe = 1");
		assertText("", "");
		assertText(12L, "12");
		assertText((short) -3, "-3");
		assertText(1.5, "1.5");
		assertText(new BigDecimal("1E+3").setScale(0), "1000");
		assertText(BigInteger.TWO, "2");
		assertText(true, "true");
		assertText('x', "x");
		assertText(TimeUnit.SECONDS, "SECONDS");
		assertText(UUID.fromString("9f3c5c52-1a5e-4f0e-9d0e-0d7c1f1a2b3c"), "9f3c5c52-1a5e-4f0e-9d0e-0d7c1f1a2b3c");
		assertText(URI.create("https://example.org/a"), "https://example.org/a");
		assertText(Currency.getInstance("EUR"), "EUR");
		assertText(Locale.GERMANY, "de_DE");
	}

	@Test
	void datesAndTimesAreThoseOfIso8601() {
		assertText(MOMENT, "2026-12-24T18:30:00.250Z");
		assertText(LocalDate.of(2026, 12, 24), "2026-12-24");
		assertText(LocalDateTime.of(2026, 12, 24, 18, 30), "2026-12-24T18:30");
		assertText(LocalTime.of(18, 30), "18:30");
		assertText(OffsetDateTime.parse("2026-12-24T18:30+01:00"), "2026-12-24T18:30+01:00");
		assertText(ZonedDateTime.parse("2026-12-24T18:30+01:00[Europe/Berlin]"),
				"2026-12-24T18:30+01:00[Europe/Berlin]");
		assertText(Year.of(2026), "2026");
		assertText(YearMonth.of(2026, 12), "2026-12");
		assertText(Duration.ofMinutes(90), "PT1H30M");
		assertText(Date.from(MOMENT), "2026-12-24T18:30:00.250Z");
		assertText(Timestamp.from(MOMENT), "2026-12-24T18:30:00.250Z");
		assertText(java.sql.Date.valueOf("2026-12-24"), "2026-12-24");
		assertText(java.sql.Time.valueOf("18:30:00"), "18:30:00");
	}

	@Test
	void bytesAreThemselves() {
		AttributeText bytes = new AttributeText(byte[].class);
		assertThat(bytes.isPossible()).isTrue();
		assertThat(bytes.format(new byte[] { 0, -1 })).containsExactly(0, -1);
		assertThat((byte[]) bytes.parse(new byte[] { 0, -1 })).containsExactly(0, -1);
	}

	@ParameterizedTest
	@CsvSource({ "java.lang.Long, x", "java.lang.Integer, 99999999999", "java.time.LocalDate, 24.12.2026",
			"java.lang.Boolean, perhaps", "java.util.concurrent.TimeUnit, seconds", "java.util.concurrent.TimeUnit, 1",
			"java.util.UUID, 1", "java.sql.Timestamp, yesterday", "java.lang.Long, ''", "java.lang.Character, xy" })
	void otherTextsHaveNoValue(Class<?> type, String text) {
		assertThat(new AttributeText(type).parse(bytes(text))).isNull();
	}

	@Test
	void whatIsNotUtf8IsNoText() {
		assertThat(new AttributeText(String.class).parse(new byte[] { 'x', -1 })).isNull();
	}

	@ParameterizedTest
	@ValueSource(classes = { Object.class, int[].class, java.util.Calendar.class, Runnable.class })
	void typesThatCannotBeCreatedFromTextsHaveNone(Class<?> type) {
		assertThat(new AttributeText(type).isPossible()).isFalse();
	}

}
