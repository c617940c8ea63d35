package io.fusemount.data.jpa.template;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

/**
 * A span of local time: a year, a month, a day or an hour.
 *
 * @param start its first moment
 * @param unit its length
 */
public record Period(LocalDateTime start, ChronoUnit unit) {

	/**
	 * Returns the first moment after the period.
	 */
	public LocalDateTime end() {
		return this.start.plus(1, this.unit);
	}

	/**
	 * Returns the period that follows.
	 */
	public Period next() {
		return new Period(end(), this.unit);
	}

	/**
	 * Whether another period is a part of this one.
	 */
	public boolean contains(Period other) {
		return !other.start.isBefore(this.start) && !other.end().isAfter(end());
	}

}
