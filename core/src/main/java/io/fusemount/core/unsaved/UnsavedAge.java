package io.fusemount.core.unsaved;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Determines which {@link UnsavedCopies} are too old, as far as the clock of the machine
 * can be trusted. A machine may start with a wrong clock, or its clock may be set forward
 * by a year. For one day after such a jump nothing counts as too old, so that there is
 * time to notice the copies and correct the clock.
 */
public final class UnsavedAge {

	private static final Duration GRACE = Duration.ofDays(1);

	/** A clock that is merely adjusted never moves this far; it was set. */
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
	 * Creates the age limit.
	 * @param keepFor how long copies are kept
	 * @param clock the clock of the machine
	 * @param nanos a monotonic time in nanoseconds, independent of the clock
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
	 * Returns the time of the limit: copies kept before it are too old.
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
