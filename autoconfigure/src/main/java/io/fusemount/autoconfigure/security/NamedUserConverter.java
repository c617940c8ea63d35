package io.fusemount.autoconfigure.security;

import java.util.List;

import io.fusemount.core.operation.CallerAccount;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.security.authentication.AccountStatusUserDetailsChecker;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsChecker;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/**
 * Takes the user of the application's {@link UserDetailsService} who has the name of the
 * user of the machine. Without exactly one such service, nobody is known.
 */
final class NamedUserConverter implements CallerAuthenticationConverter {

	private static final Log logger = LogFactory.getLog(NamedUserConverter.class);

	private final UserDetailsChecker checker = new AccountStatusUserDetailsChecker();

	private final ListableBeanFactory beans;

	NamedUserConverter(ListableBeanFactory beans) {
		this.beans = beans;
		// By name: users may come from a repository, which is not created for this.
		List<String> services = List
			.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, UserDetailsService.class, true, false));
		if (services.size() > 1) {
			logger.info("Of the beans " + services + " only one that is primary says who the users of programs are; "
					+ "a bean of type CallerAuthenticationConverter can");
		}
	}

	@Override
	public @Nullable Authentication convert(CallerAccount account) {
		String name = account.name();
		UserDetailsService service = this.beans.getBeanProvider(UserDetailsService.class).getIfUnique();
		return (name != null && service != null) ? find(service, name, account) : null;
	}

	private @Nullable Authentication find(UserDetailsService service, String name, CallerAccount account) {
		UserDetails user;
		try {
			user = service.loadUserByUsername(name);
		}
		catch (UsernameNotFoundException ex) {
			return null;
		}
		this.checker.check(user);
		UsernamePasswordAuthenticationToken token = UsernamePasswordAuthenticationToken.authenticated(user, null,
				user.getAuthorities());
		token.setDetails(account);
		token.eraseCredentials();
		return token;
	}

}
