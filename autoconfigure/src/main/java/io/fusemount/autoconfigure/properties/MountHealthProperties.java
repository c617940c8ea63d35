package io.fusemount.autoconfigure.properties;

import java.time.Duration;

import io.fusemount.core.supervision.ServiceLimits;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of the health of mounts, as reported by health checks and the
 * file {@code .fusemount/status}.
 *
 * @param spoolThreshold Free space on the spool's disk below which a mount is out of
 * service, because programs have no room to write.
 * @param databaseSilence How long the database may leave a statement, other than those of
 * uploads, without an answer before mounts are out of service.
 * @param unsavedFor How long content that could not be stored may be kept before a mount
 * is out of service. Kept content is deleted eventually.
 */
@ConfigurationProperties("management.health.fusemount")
public record MountHealthProperties(@DefaultValue("64MB") DataSize spoolThreshold,
		@DefaultValue("30s") Duration databaseSilence, @DefaultValue("7d") Duration unsavedFor) {

	/**
	 * Returns the limits beyond which a mount is out of service.
	 */
	public ServiceLimits limits() {
		return new ServiceLimits(this.databaseSilence, this.spoolThreshold.toBytes(), this.unsavedFor);
	}

}
