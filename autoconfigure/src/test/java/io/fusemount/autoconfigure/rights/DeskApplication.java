package io.fusemount.autoconfigure.rights;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.conformance.crash.ChildProgram;

import org.springframework.beans.factory.annotation.Value;
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

	/**
	 * Starts the application on existing data in a JVM of its own, for several users of
	 * the machine.
	 */
	public static ChildProgram startChild(String jdbcUrl, Path directory, String... settings) {
		return Launch.startChild(DeskApplication.class, jdbcUrl, directory,
				Stream.concat(Stream.of("--fusemount.allow-other=true", "--fusemount.umask=000"), Stream.of(settings))
					.toArray(String[]::new));
	}

	/**
	 * Runs the application on existing data until its input ends.
	 */
	public static void main(String[] args) throws IOException {
		Launch.serve(DeskApplication.class, args);
	}

	@Bean
	InMemoryUserDetailsManager users(@Value("${desk.customers:daemon,bin}") List<String> customers) {
		InMemoryUserDetailsManager users = new InMemoryUserDetailsManager(user(CLERK, "CLERK"));
		for (String name : List.of(CUSTOMER, OTHER)) {
			users.createUser(user(name, customers.contains(name) ? "CUSTOMER" : "FORMER"));
		}
		return users;
	}

	/** Returns a user who has one role. */
	static UserDetails user(String name, String role) {
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
