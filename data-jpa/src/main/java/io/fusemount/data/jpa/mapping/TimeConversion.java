package io.fusemount.data.jpa.mapping;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Conversion between instants and the types in which entities keep times. Local times are
 * in the JVM's zone, as Spring Data's auditing writes them.
 */
public final class TimeConversion {

	static final Set<Class<?>> TYPES = Set.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class,
			LocalDateTime.class, Date.class, java.sql.Timestamp.class, Long.class, long.class);

	private TimeConversion() {
	}

	/**
	 * Returns the instant that the value of a property stands for, rounded to
	 * microseconds as databases do on storing, or {@code null} if the value is
	 * {@code null}.
	 */
	public static @Nullable Instant toInstant(@Nullable Object value) {
		return (value != null) ? convert(value).plusNanos(500).truncatedTo(ChronoUnit.MICROS) : null;
	}

	/**
	 * Returns the instant that the value of a property stands for, cut to microseconds as
	 * the drivers of MariaDB and MySQL do on storing, or {@code null} if the value is
	 * {@code null}.
	 */
	public static @Nullable Instant toInstantCut(@Nullable Object value) {
		return (value != null) ? convert(value).truncatedTo(ChronoUnit.MICROS) : null;
	}

	private static Instant convert(Object value) {
		if (value instanceof Instant instant) {
			return instant;
		}
		if (value instanceof OffsetDateTime time) {
			return time.toInstant();
		}
		if (value instanceof ZonedDateTime time) {
			return time.toInstant();
		}
		if (value instanceof LocalDateTime time) {
			return time.atZone(ZoneId.systemDefault()).toInstant();
		}
		if (value instanceof Date date) {
			return Instant.ofEpochMilli(date.getTime());
		}
		return Instant.ofEpochMilli(((Number) value).longValue());
	}

	/**
	 * Returns the instant as a value of the type, cut to the precision of databases:
	 * micro- or milliseconds.
	 */
	public static Object fromInstant(Instant instant, Class<?> type) {
		Instant stored = instant.truncatedTo(ChronoUnit.MICROS);
		if (type == Instant.class) {
			return stored;
		}
		if (type == OffsetDateTime.class) {
			return stored.atOffset(ZoneOffset.UTC);
		}
		if (type == ZonedDateTime.class) {
			return stored.atZone(ZoneOffset.UTC);
		}
		if (type == LocalDateTime.class) {
			return LocalDateTime.ofInstant(stored, ZoneId.systemDefault());
		}
		if (type == java.sql.Timestamp.class) {
			return new java.sql.Timestamp(stored.toEpochMilli());
		}
		if (type == Date.class) {
			return new Date(stored.toEpochMilli());
		}
		return stored.toEpochMilli();
	}

}
