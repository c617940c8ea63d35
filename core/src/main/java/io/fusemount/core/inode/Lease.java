package io.fusemount.core.inode;

import java.time.Duration;

/**
 * How long something that was looked up may be taken for true. The entries of one listing
 * share a lease, which grows with the time that the listing takes: a directory that takes
 * seconds to read would otherwise be outdated before its last entry is used.
 */
public final class Lease {

	private static final int LISTING_FACTOR = 10;

	private final long start;

	private volatile long durationNanos;

	public Lease(Duration duration) {
		this(System.nanoTime(), duration);
	}

	Lease(long start, Duration duration) {
		this.start = start;
		this.durationNanos = duration.toNanos();
	}

	boolean isValid() {
		return remainingNanos() > 0;
	}

	/** Whether less than half of it is left. */
	boolean isEnding() {
		return remainingNanos() < this.durationNanos / 2;
	}

	/** Returns how long it lasts yet; not more than 0 if it has ended. */
	long remainingNanos() {
		return this.durationNanos - (System.nanoTime() - this.start);
	}

	/** Extends the lease in proportion to the time that has passed since its start. */
	public void extendByElapsed() {
		long elapsed = System.nanoTime() - this.start;
		this.durationNanos = Math.max(this.durationNanos, elapsed * (1 + LISTING_FACTOR));
	}

}
