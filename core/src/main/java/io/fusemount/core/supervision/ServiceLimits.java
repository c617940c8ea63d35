package io.fusemount.core.supervision;

import java.time.Duration;

/**
 * The limits beyond which a mounted filesystem is considered out of service.
 *
 * @param databaseSilence how long the database may leave a statement, other than those of
 * uploads, without an answer
 * @param spoolBytes the free space on the disk of the spool, in bytes, below which there
 * is no room to write
 * @param unsavedFor how long content that could not be stored may be kept before it is
 * reported
 */
public record ServiceLimits(Duration databaseSilence, long spoolBytes, Duration unsavedFor) {

	/**
	 * Returns the default limits.
	 */
	public static ServiceLimits defaults() {
		return new ServiceLimits(Duration.ofSeconds(30), 64 << 20, Duration.ofDays(7));
	}

}
