package io.fusemount.data.jpa.template;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The pattern by which years, months, days or hours are names of directories, in the
 * letters of {@link DateTimeFormatter}: {@code yyyy}, {@code MM}, {@code dd}, {@code HH}.
 */
public final class PeriodPattern {

	/** From the longest to the shortest. */
	private static final List<ChronoUnit> UNITS = List.of(ChronoUnit.YEARS, ChronoUnit.MONTHS, ChronoUnit.DAYS,
			ChronoUnit.HOURS);

	private static final List<ChronoField> FIELDS = List.of(ChronoField.YEAR, ChronoField.MONTH_OF_YEAR,
			ChronoField.DAY_OF_MONTH, ChronoField.HOUR_OF_DAY);

	private static final String LETTERS = "yMdH";

	private final String pattern;

	private final ChronoUnit unit;

	private final DateTimeFormatter formatter;

	private PeriodPattern(String pattern, ChronoUnit unit) {
		this.pattern = pattern;
		this.unit = unit;
		this.formatter = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
	}

	/**
	 * Returns the pattern.
	 * @param above the unit that the directories above specify, or {@code null} for none
	 * @throws IllegalArgumentException if the pattern does not specify a period together
	 * with the directories above; the message is the predicate of a sentence about it
	 */
	public static PeriodPattern of(String pattern, @Nullable ChronoUnit above) {
		Set<ChronoUnit> said = EnumSet.noneOf(ChronoUnit.class);
		String letters = pattern.replaceAll("'[^']*'", "");
		for (char letter : letters.toCharArray()) {
			int unit = LETTERS.indexOf((letter == 'u') ? 'y' : letter);
			if (unit >= 0) {
				said.add(UNITS.get(unit));
			}
			else if (Character.isLetter(letter)) {
				throw new IllegalArgumentException("has the letter '" + letter + "' in its pattern");
			}
		}
		if (letters.matches(".*(MMM|ddd|HHH).*")) {
			throw new IllegalArgumentException("has words in its pattern, which differ from language to language");
		}
		int finest = UNITS.size() - 1;
		while (finest >= 0 && !said.contains(UNITS.get(finest))) {
			finest--;
		}
		int known = (above != null) ? UNITS.indexOf(above) : -1;
		if (finest <= known || !said.containsAll(UNITS.subList(known + 1, finest + 1))) {
			throw new IllegalArgumentException(
					"does not say a year, a month, a day or an hour together with the " + "directories above it");
		}
		return new PeriodPattern(pattern, UNITS.get(finest));
	}

	/**
	 * Returns the length of the periods.
	 */
	public ChronoUnit unit() {
		return this.unit;
	}

	/**
	 * Returns the text of a period.
	 */
	public String format(Period period) {
		return this.formatter.format(period.start());
	}

	/**
	 * Returns the period that contains a moment.
	 */
	public Period at(LocalDateTime moment) {
		LocalDateTime start = moment.truncatedTo((this.unit == ChronoUnit.HOURS) ? ChronoUnit.HOURS : ChronoUnit.DAYS);
		if (this.unit == ChronoUnit.YEARS) {
			start = start.withDayOfYear(1);
		}
		return new Period((this.unit == ChronoUnit.MONTHS) ? start.withDayOfMonth(1) : start, this.unit);
	}

	/**
	 * Returns the period with the text, or {@code null} if there is none.
	 * @param above the period that contains it, or {@code null}
	 */
	public @Nullable Period parse(String text, @Nullable Period above) {
		try {
			Period period = at(moment(this.formatter.parse(text), above));
			boolean within = above == null || above.contains(period);
			return (within && format(period).equals(text)) ? period : null;
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	private static LocalDateTime moment(TemporalAccessor said, @Nullable Period above) {
		LocalDateTime moment = (above != null) ? above.start() : LocalDateTime.of(0, 1, 1, 0, 0);
		for (ChronoField field : FIELDS) {
			if (said.isSupported(field)) {
				moment = moment.with(field, said.getLong(field));
			}
		}
		return moment;
	}

	@Override
	public String toString() {
		return this.pattern;
	}

}
