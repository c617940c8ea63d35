package io.fusemount.autoconfigure.properties;

import java.time.Duration;

import io.fusemount.core.supervision.ServiceLimits;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of the health of mounts, as health checks and the file
 * {@code .fusemount/status} tell it.
 *
 * @param spoolThreshold Free space on the spool's disk below which a mount is out of
 * service: what programs write has no room there.
 * @param databaseSilence How long the database may leave a statement, other than those of
 * uploads, without an answer before mounts are out of service.
 * @param unsavedFor How long content that could not be stored may be kept before a mount
 * is out of service: it is deleted in the end.
 */
@ConfigurationProperties("management.health.fusemount")
public record MountHealthProperties(@DefaultValue("64MB") DataSize spoolThreshold,
		@DefaultValue("30s") Duration databaseSilence, @DefaultValue("7d") Duration unsavedFor) {

	/**
	 * Returns where a mount begins to be of no use.
	 */
	public ServiceLimits limits() {
		return new ServiceLimits(this.databaseSilence, this.spoolThreshold.toBytes(), this.unsavedFor);
	}

}
