package io.fusemount.core.limit;

import java.time.Duration;

/**
 * How much content that could not be stored is kept, and for how long.
 *
 * @param keepFor how long a copy is kept
 * @param maxBytes the size of all copies without their holes; when it is exceeded, users
 * above their share lose copies, oldest first, and the newest copy of each user stays
 * whatever its size
 */
public record UnsavedLimits(Duration keepFor, long maxBytes) {

	/** Thirty days, up to 10 GiB. */
	public static final UnsavedLimits DEFAULT = new UnsavedLimits(Duration.ofDays(30), 10L << 30);

}
