package io.fusemount.data.jpa.owned;

import io.fusemount.conformance.rights.User;
import io.fusemount.data.jpa.creation.FileInitializer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;

/** An application whose rows are their creators'. */
@Configuration(proxyBeanMethods = false)
@EnableJpaRepositories(considerNestedRepositories = true)
@EnableJpaAuditing
@EnableMethodSecurity
public class OwnedApplication {

	@Bean
	KnownUsers knownUsers() {
		return new KnownUsers();
	}

	@Bean
	SlipAccess<Owned.Slip> slipAccess() {
		return new SlipAccess<>();
	}

	@Bean
	SlipAccess<Owned.Docket> docketAccess() {
		return new SlipAccess<>();
	}

	@Bean
	LoggedIn loggedIn() {
		return new LoggedIn();
	}

	@Bean
	FileInitializer<Owned.OwnedEntity> owners() {
		return (row, file) -> row.owner = User.ownerOf(file.name(), KnownUsers.of(file.caller())).name();
	}

}
