package io.fusemount.sample.access;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The logins beside that of the archive's owner.
 *
 * @param logins the logins by the names of their users
 */
@ConfigurationProperties("archive")
record Logins(@DefaultValue Map<String, Login> logins) {

	/**
	 * A login.
	 *
	 * @param role what the user may do
	 * @param password the encoded password
	 */
	record Login(Role role, String password) {

	}

}
