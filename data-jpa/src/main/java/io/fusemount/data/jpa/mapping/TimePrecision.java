package io.fusemount.data.jpa.mapping;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.Date;

import org.jspecify.annotations.Nullable;

/**
 * The precision of a time: that of its property's type, or of its column if that is less.
 *
 * @param digits the decimal digits of the fraction of a second, from 0 to 6
 */
public record TimePrecision(int digits) {

	/** The maximum precision, even if a database keeps more. */
	static final TimePrecision MICROSECONDS = new TimePrecision(6);

	private static final TimePrecision MILLISECONDS = new TimePrecision(3);

	private static final int NANO_DIGITS = 9;

	/**
	 * Returns the precision of a property.
	 * @param stored the database's description of the column, {@code null} if there is
	 * none
	 */
	static TimePrecision of(FileProperty property, @Nullable StoredColumn stored) {
		Class<?> type = property.type();
		boolean inMillis = Date.class.isAssignableFrom(type) || type == Long.class || type == long.class;
		TimePrecision own = inMillis ? MILLISECONDS : MICROSECONDS;
		return (stored != null && stored.fraction() != null && stored.fraction() < own.digits)
				? new TimePrecision(stored.fraction()) : own;
	}

	/**
	 * Returns the time cut to this precision, so that storing it rounds nothing.
	 */
	public Instant cut(Instant time) {
		int unit = 1;
		for (int i = this.digits; i < NANO_DIGITS; i++) {
			unit *= 10;
		}
		int nanos = time.getNano();
		return time.with(ChronoField.NANO_OF_SECOND, nanos - nanos % unit);
	}

}
