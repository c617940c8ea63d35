package io.fusemount.core.inode;

import io.fusemount.core.vfs.TimeToLive;

/**
 * How long something that was looked up counts. The entries of one listing share a lease,
 * which grows with the time that the listing takes: a directory that takes seconds to
 * read would otherwise be outdated before its last entry is used.
 */
public final class Lease {

	private static final int LISTING_FACTOR = 10;

	private final long start = System.nanoTime();

	private final TimeToLive.Term term;

	private volatile long grownNanos;

	/**
	 * Creates a lease that starts now.
	 */
	public Lease(TimeToLive.Term term) {
		this.term = term;
	}

	/** Returns a lease of the same term that starts now, and does not grow. */
	Lease alone() {
		return new Lease(this.term);
	}

	private long nanos() {
		return Math.max(this.term.nanos(), this.grownNanos);
	}

	/**
	 * Whether the lease has not ended.
	 */
	public boolean isValid() {
		return remainingNanos() > 0;
	}

	/** Whether less than half of it is left. */
	boolean isEnding() {
		return remainingNanos() < nanos() / 2;
	}

	/** Returns the time that is left, 0 or less if the lease has ended. */
	long remainingNanos() {
		return nanos() - (System.nanoTime() - this.start);
	}

	/**
	 * Extends the lease in proportion to the time since its start.
	 */
	public void extendByElapsed() {
		long elapsed = System.nanoTime() - this.start;
		this.grownNanos = Math.max(this.grownNanos, elapsed * (1 + LISTING_FACTOR));
	}

}
