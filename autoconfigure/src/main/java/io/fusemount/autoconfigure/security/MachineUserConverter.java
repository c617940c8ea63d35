package io.fusemount.autoconfigure.security;

import java.util.List;

import io.fusemount.core.operation.CallerAccount;
import org.jspecify.annotations.Nullable;

import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * Takes every user that the machine knows for one of the application, with the authority
 * {@code GROUP_x} for each group {@code x}: for applications whose users are those of the
 * machine. Not used unless the application declares it as a bean.
 */
public final class MachineUserConverter implements CallerAuthenticationConverter {

	private static final String GROUP = "GROUP_";

	@Override
	public @Nullable Authentication convert(CallerAccount account) {
		String name = account.name();
		if (name == null) {
			return null;
		}
		List<GrantedAuthority> authorities = account.groups()
			.stream()
			.<GrantedAuthority>map((group) -> new SimpleGrantedAuthority(GROUP + group))
			.toList();
		UsernamePasswordAuthenticationToken token = UsernamePasswordAuthenticationToken.authenticated(name, null,
				authorities);
		token.setDetails(account);
		return token;
	}

}
