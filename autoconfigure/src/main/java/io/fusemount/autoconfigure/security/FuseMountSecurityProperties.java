package io.fusemount.autoconfigure.security;

import java.time.Duration;

import io.fusemount.autoconfigure.properties.Requirement;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of programs as users of the application.
 *
 * @param timeToLive How long it is remembered who a user of the machine is to the
 * application.
 * @param unknownCallers What programs of users may do that the application does not know.
 */
@ConfigurationProperties("fusemount.security")
public record FuseMountSecurityProperties(@DefaultValue("30s") Duration timeToLive,
		@DefaultValue("anonymous") UnknownCallers unknownCallers) {

	public FuseMountSecurityProperties {
		Requirement.that(!timeToLive.isNegative(), "fusemount.security.time-to-live", timeToLive,
				"A duration of 0 or more is needed.");
	}

}
