package io.fusemount.core.unsaved;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Which {@link UnsavedCopies} are too old, as far as the clock of the machine can be
 * believed. A machine may start with a wrong clock, or have it set forward by a year: for
 * a day from then on nothing is too old, so that somebody can see what is there, and set
 * the clock right.
 */
public final class UnsavedAge {

	private static final Duration GRACE = Duration.ofDays(1);

	/** No clock is corrected by so much while it is used, but by being set. */
	private static final Duration JUMP = Duration.ofMinutes(1);

	private final Duration keepFor;

	private final Duration grace;

	private final InstantSource clock;

	private final LongSupplier nanos;

	@GuardedBy("this")
	private long begun;

	@GuardedBy("this")
	private long lastNanos;

	@GuardedBy("this")
	private Instant lastTime;

	/**
	 * Creates it.
	 * @param keepFor how long copies are kept
	 * @param clock the clock of the machine
	 * @param nanos nanoseconds that pass whoever sets the clock
	 */
	public UnsavedAge(Duration keepFor, InstantSource clock, LongSupplier nanos) {
		this.keepFor = keepFor;
		this.grace = (keepFor.compareTo(GRACE) < 0) ? keepFor : GRACE;
		this.clock = clock;
		this.nanos = nanos;
		this.lastTime = clock.instant();
		this.lastNanos = nanos.getAsLong();
		this.begun = this.lastNanos;
	}

	/**
	 * Returns the time before which a copy was kept that is too old.
	 */
	public synchronized Instant oldest() {
		Instant time = this.clock.instant();
		long now = this.nanos.getAsLong();
		Instant expected = this.lastTime.plusNanos(now - this.lastNanos);
		if (time.isAfter(expected.plus(JUMP))) {
			this.begun = now;
		}
		this.lastTime = time;
		this.lastNanos = now;
		return (now - this.begun < this.grace.toNanos()) ? Instant.MIN : time.minus(this.keepFor);
	}

}
