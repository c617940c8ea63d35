package io.fusemount.data.jpa.owned;

import java.util.List;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;

import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

/** Logs the users of the machine in. */
final class LoggedIn implements CallerScope {

	@Override
	public Binding bind() {
		Caller caller = Caller.current();
		if (caller == null) {
			return Binding.NONE;
		}
		SecurityContextHolder.setContext(new SecurityContextImpl(login(caller)));
		return SecurityContextHolder::clearContext;
	}

	private static Authentication login(Caller caller) {
		try {
			return UsernamePasswordAuthenticationToken.authenticated(KnownUsers.of(caller).name(), "", List.of());
		}
		catch (IllegalStateException ex) {
			throw new ErrnoException(Errno.EACCES, "Nobody has logged in", ex);
		}
	}

	@Override
	public Object identity() {
		return Objects.requireNonNull(SecurityContextHolder.getContext().getAuthentication()).getName();
	}

}
