package io.fusemount.data.jpa;

import java.time.Duration;

import io.fusemount.data.jpa.mapping.DetectionStrategy;

/**
 * What can be set about directories of repositories.
 *
 * @param detection which repositories become directories
 * @param readOnly whether all of them refuse changes
 * @param pageSize how many rows one statement of a listing fetches
 * @param timeout how long a transaction may take
 * @param maxInMemoryContent the most bytes of a {@code byte[]} content
 */
public record JpaSettings(DetectionStrategy detection, boolean readOnly, int pageSize, Duration timeout,
		long maxInMemoryContent) {

	/**
	 * Returns what applies if nothing is set.
	 */
	public static JpaSettings defaults() {
		return new JpaSettings(DetectionStrategy.ANNOTATED, false, 1000, Duration.ofSeconds(30), 64L << 20);
	}

}
