package io.fusemount.sample.archive;

import java.util.Optional;

import io.fusemount.core.operation.Caller;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Auditing: the author of a change by HTTP is the logged-in user, that of a change
 * through the directory is the user of the program, and that of all other changes is the
 * archive itself.
 */
@Configuration(proxyBeanMethods = false)
@EnableJpaAuditing
class AuditConfiguration {

	@Bean
	AuditorAware<String> auditor() {
		return () -> {
			Caller caller = Caller.current();
			return Optional.of((caller != null) ? "uid " + caller.uid() : login());
		};
	}

	private static String login() {
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		return (authentication != null) ? authentication.getName() : "system";
	}

}
