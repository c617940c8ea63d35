package io.fusemount.data.jpa.kinds;

import org.hibernate.context.spi.CurrentTenantIdentifierResolver;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application with an entity of each kind that people have. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
class KindsApplication {

	@Bean
	CurrentTenantIdentifierResolver<String> tenants() {
		return new CurrentTenantIdentifierResolver<>() {

			@Override
			public String resolveCurrentTenantIdentifier() {
				return "one";
			}

			@Override
			public boolean validateExistingCurrentSessions() {
				return false;
			}

		};
	}

}
