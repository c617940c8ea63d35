package io.fusemount.core.supervision;

import java.time.Duration;

/**
 * Where a filesystem that is mounted begins to be of no use to programs.
 *
 * @param databaseSilence how long the database may leave a statement, other than those of
 * uploads, without an answer
 * @param spoolBytes free space on the disk of the spool below which there is no room to
 * write
 * @param unsavedFor how long content that could not be stored may be kept
 */
public record ServiceLimits(Duration databaseSilence, long spoolBytes, Duration unsavedFor) {

	/**
	 * Returns the usual limits.
	 */
	public static ServiceLimits defaults() {
		return new ServiceLimits(Duration.ofSeconds(30), 64 << 20, Duration.ofDays(7));
	}

}
