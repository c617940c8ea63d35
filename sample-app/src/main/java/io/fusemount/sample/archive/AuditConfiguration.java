package io.fusemount.sample.archive;

import java.util.Optional;

import io.fusemount.core.operation.Caller;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;

/**
 * Auditing: a change by HTTP is made by {@code web}, a change through the directory by
 * the user of the program that made it.
 */
@Configuration(proxyBeanMethods = false)
@EnableJpaAuditing
class AuditConfiguration {

	@Bean
	AuditorAware<String> auditor() {
		return () -> {
			Caller caller = Caller.current();
			return Optional.of((caller != null) ? "uid " + caller.uid() : "web");
		};
	}

}
