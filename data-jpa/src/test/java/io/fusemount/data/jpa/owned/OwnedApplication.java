package io.fusemount.data.jpa.owned;

import io.fusemount.conformance.rights.User;
import io.fusemount.data.jpa.creation.FileInitializer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/** An application whose rows are their creators'. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
@EnableJpaAuditing
public class OwnedApplication {

	@Bean
	KnownUsers knownUsers() {
		return new KnownUsers();
	}

	@Bean
	FileInitializer<Owned.OwnedEntity> owners() {
		return (row, file) -> row.owner = User.ownerOf(file.name(), KnownUsers.of(file.caller())).name();
	}

}
