package io.fusemount.autoconfigure.rights;

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
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.data.repository.query.SecurityEvaluationContextExtension;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** An application with a clerk and two customers. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableJpaAuditing
@EnableMethodSecurity
public class DeskApplication {

	/** The users, who are called like users of every machine. */
	public static final String CLERK = "sys";

	public static final String CUSTOMER = "daemon";

	public static final String OTHER = "bin";

	public static ConfigurableApplicationContext start(Path directory, String... settings) {
		return Launch.start(DeskApplication.class, "jdbc:h2:" + directory.resolve("desk"), directory, settings);
	}

	@Bean
	UserDetailsService users() {
		return new InMemoryUserDetailsManager(user(CLERK, "CLERK"), user(CUSTOMER, "CUSTOMER"),
				user(OTHER, "CUSTOMER"));
	}

	private static UserDetails user(String name, String role) {
		return User.withUsername(name).password("{noop}none").roles(role).build();
	}

	@Bean
	BulletinAccess bulletinAccess() {
		return new BulletinAccess();
	}

	@Bean
	AuditorAware<String> auditor() {
		return () -> Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
			.map(Authentication::getName);
	}

	/** As Spring Boot provides it for web applications. */
	@Bean
	SecurityEvaluationContextExtension securityExtension() {
		return new SecurityEvaluationContextExtension();
	}

}
