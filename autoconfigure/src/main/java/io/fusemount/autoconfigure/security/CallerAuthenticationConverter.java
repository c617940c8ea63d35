package io.fusemount.autoconfigure.security;

import io.fusemount.core.operation.CallerAccount;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Extension point: decides who a user of the machine is to the application. A bean of
 * this type replaces the default, which takes the user of the same name.
 */
@FunctionalInterface
public interface CallerAuthenticationConverter {

	/**
	 * Returns the authentication of a user. It is used for all programs of the user until
	 * {@code fusemount.security.time-to-live} has passed, on several threads.
	 * @return {@code null} if the application does not know the user
	 * @throws AuthenticationException if the application refuses the user: programs get
	 * {@code EACCES}
	 */
	@Nullable Authentication convert(CallerAccount account);

}
