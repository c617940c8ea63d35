package io.fusemount.autoconfigure.security;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.fusemount.autoconfigure.properties.Requirement;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Configuration properties of programs as users of the application.
 *
 * @param timeToLive How long it is remembered who a user of the machine is to the
 * application.
 * @param accounts Users of the machine by their ids, each with a name and groups, for
 * whom the name service of the machine is not asked.
 * @param unknownCallers What programs of users may do that the application does not know.
 */
@ConfigurationProperties("fusemount.security")
public record FuseMountSecurityProperties(@DefaultValue("30s") Duration timeToLive,
		@DefaultValue Map<Long, Account> accounts, @DefaultValue("anonymous") UnknownCallers unknownCallers) {

	/** A user id has 32 bits, and the largest one means that none is given. */
	private static final long MAX_UID = 0xFFFF_FFFEL;

	public FuseMountSecurityProperties {
		Requirement.that(!timeToLive.isNegative(), "fusemount.security.time-to-live", timeToLive,
				"A duration of 0 or more is needed.");
		accounts.forEach((uid, account) -> {
			Requirement.that(uid >= 0 && uid <= MAX_UID, "fusemount.security.accounts", uid,
					"A user id is a number from 0 to " + MAX_UID + ".");
			Requirement.that(StringUtils.hasText(account.name()), "fusemount.security.accounts." + uid + ".name",
					account.name(), "The name of the user is needed.");
		});
	}

	/**
	 * What is known of a user of the machine.
	 *
	 * @param name the name of the user
	 * @param groups the names of the groups of the user
	 */
	public record Account(String name, @DefaultValue List<String> groups) {

	}

}
