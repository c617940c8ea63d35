package io.fusemount.sample.archive;

import java.util.Optional;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Auditing: the author of a change is the logged-in user, or the user whose program makes
 * it, and that of all other changes is the archive itself.
 */
@Configuration(proxyBeanMethods = false)
@EnableJpaAuditing
class AuditConfiguration {

	@Bean
	AuditorAware<String> auditor() {
		return () -> {
			Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
			return Optional.of((authentication != null) ? authentication.getName() : "system");
		};
	}

}
