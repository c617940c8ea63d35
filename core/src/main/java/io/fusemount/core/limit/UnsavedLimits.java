package io.fusemount.core.limit;

import java.time.Duration;

/**
 * How much is kept of what could not be stored, and for how long.
 *
 * @param keepFor how long a copy is kept
 * @param maxBytes the size of all copies without their holes; users who have more than
 * their share of it give way, each his oldest first, and the newest of each stays
 * whatever its size
 */
public record UnsavedLimits(Duration keepFor, long maxBytes) {

	/** For thirty days, up to 10 GiB. */
	public static final UnsavedLimits DEFAULT = new UnsavedLimits(Duration.ofDays(30), 10L << 30);

}
