package io.fusemount.autoconfigure.security;

import java.nio.file.Path;
import java.util.Optional;

import io.fusemount.autoconfigure.mounted.Launch;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.jpa.repository.config.EnableJpaAuditing;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** An application whose users are called like users of every machine. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableJpaAuditing
@EnableMethodSecurity
class LetterApplication {

	static ConfigurableApplicationContext start(Path directory, String... settings) {
		return Launch.start(LetterApplication.class, "jdbc:h2:" + directory.resolve("letters"), directory, settings);
	}

	@Bean
	UserDetailsService users() {
		return new InMemoryUserDetailsManager(user("daemon", "CLERK").build(), user("sys", "CLERK").build(),
				user("bin", "CUSTOMER").build(), user("games", "CLERK").accountLocked(true).build());
	}

	private static User.UserBuilder user(String name, String role) {
		return User.withUsername(name).password("{noop}none").roles(role);
	}

	/** As an application has it that knows nothing of programs. */
	@Bean
	AuditorAware<String> auditor() {
		return () -> Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
			.map(Authentication::getName);
	}

}
