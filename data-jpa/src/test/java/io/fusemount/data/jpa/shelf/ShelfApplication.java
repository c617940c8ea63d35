package io.fusemount.data.jpa.shelf;

import io.fusemount.core.operation.AccountNames;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose rows belong to users and groups of the machine. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories
@EnableJpaAuditing
public class ShelfApplication {

	@Bean
	AccountNames names() {
		return new NumberedNames();
	}

}
