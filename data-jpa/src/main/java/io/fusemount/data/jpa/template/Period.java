package io.fusemount.data.jpa.template;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/**
 * A span of local time: a year, a month, a day or an hour.
 *
 * @param start its first moment
 * @param unit how long it is
 */
public record Period(LocalDateTime start, ChronoUnit unit) {

	/**
	 * Returns the first moment after it.
	 */
	public LocalDateTime end() {
		return this.start.plus(1, this.unit);
	}

	/**
	 * Returns the one that follows it.
	 */
	public Period next() {
		return new Period(end(), this.unit);
	}

	/**
	 * Whether another one is a part of it.
	 */
	public boolean contains(Period other) {
		return !other.start.isBefore(this.start) && !other.end().isAfter(end());
	}

}
