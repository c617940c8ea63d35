package io.fusemount.autoconfigure.compatibility;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses applications on a Spring Boot before 4.0.1. On Spring Boot 3,
 * auto-configurations would be found, but the JPA auto-configurations that they are
 * ordered after have other names there: an empty filesystem would be mounted silently.
 * With Hibernate 7.1, which comes with 4.0.0, nothing could be stored.
 */
final class SpringBootRequirement implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	private static final int MAJOR = 4;

	private static final String FIRST = "4.0.0";

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		if (context.getEnvironment().getProperty("fusemount.enabled", Boolean.class, true)) {
			require(SpringBootVersion.getVersion());
		}
	}

	static void require(String version) {
		boolean first = version.equals(FIRST) || version.startsWith(FIRST + "-");
		if (first || Integer.parseInt(version.substring(0, version.indexOf('.'))) < MAJOR) {
			throw new UnsupportedSpringBootException(version);
		}
	}

}
