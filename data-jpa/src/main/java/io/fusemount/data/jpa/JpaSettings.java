package io.fusemount.data.jpa;

import java.time.Duration;

import io.fusemount.core.mount.MountPlan;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.rights.CallerContext;

/**
 * The settings for directories of repositories.
 *
 * @param detection which repositories become directories
 * @param mounts the mounts that the directories can be in
 * @param pageSize how many rows one statement of a listing fetches
 * @param timeout how long a transaction may take
 * @param maxInMemoryContent the most bytes that a {@code byte[]} content may have
 * @param callersTimeToLive how long the rights of a user count once they were evaluated
 */
public record JpaSettings(DetectionStrategy detection, MountPlan mounts, int pageSize, Duration timeout,
		long maxInMemoryContent, Duration callersTimeToLive) {

	/**
	 * Creates the settings with a default for the rights of users.
	 */
	public JpaSettings(DetectionStrategy detection, MountPlan mounts, int pageSize, Duration timeout,
			long maxInMemoryContent) {
		this(detection, mounts, pageSize, timeout, maxInMemoryContent, CallerContext.TIME_TO_LIVE);
	}

	/**
	 * Creates the settings of an application with one mount.
	 * @param readOnly whether the mount refuses changes
	 */
	public JpaSettings(DetectionStrategy detection, boolean readOnly, int pageSize, Duration timeout,
			long maxInMemoryContent) {
		this(detection, MountPlan.single(readOnly), pageSize, timeout, maxInMemoryContent);
	}

	/**
	 * Returns the default settings.
	 */
	public static JpaSettings defaults() {
		return new JpaSettings(DetectionStrategy.ANNOTATED, false, 1000, Duration.ofSeconds(30), 64L << 20);
	}

}
