package io.fusemount.core.inode;

import io.fusemount.core.vfs.TimeToLive;

/**
 * How long something that was looked up may be taken for true. The entries of one listing
 * share a lease, which grows with the time that the listing takes: a directory that takes
 * seconds to read would otherwise be outdated before its last entry is used.
 */
public final class Lease {

	private static final int LISTING_FACTOR = 10;

	private final long start;

	private final TimeToLive.Term term;

	/** What the time of a listing comes to. */
	private volatile long grownNanos;

	private volatile boolean ended;

	/**
	 * Creates a lease that starts now.
	 */
	public Lease(TimeToLive.Term term) {
		this(System.nanoTime(), term);
	}

	Lease(long start, TimeToLive.Term term) {
		this.start = start;
		this.term = term;
	}

	private long nanos() {
		return this.ended ? 0 : Math.max(this.term.nanos(), this.grownNanos);
	}

	/**
	 * Whether it lasts yet.
	 */
	public boolean isValid() {
		return remainingNanos() > 0;
	}

	/** Whether less than half of it is left. */
	boolean isEnding() {
		return remainingNanos() < nanos() / 2;
	}

	/** Returns how long it lasts yet; not more than 0 if it has ended. */
	long remainingNanos() {
		return nanos() - (System.nanoTime() - this.start);
	}

	/** Whether it was ended before its time. */
	boolean isEnded() {
		return this.ended;
	}

	/** Ends it, whatever its time. */
	void end() {
		this.ended = true;
	}

	/** Extends the lease in proportion to the time that has passed since its start. */
	public void extendByElapsed() {
		long elapsed = System.nanoTime() - this.start;
		this.grownNanos = Math.max(this.grownNanos, elapsed * (1 + LISTING_FACTOR));
	}

}
