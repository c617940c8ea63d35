package io.fusemount.autoconfigure.compatibility;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses applications on a Spring Boot before 4. Auto-configurations would be found
 * there, but those of JPA that they come after have other names: an empty filesystem
 * would be mounted without a word.
 */
final class SpringBootRequirement implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	private static final int MAJOR = 4;

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		if (context.getEnvironment().getProperty("fusemount.enabled", Boolean.class, true)) {
			require(SpringBootVersion.getVersion());
		}
	}

	static void require(String version) {
		if (Integer.parseInt(version.substring(0, version.indexOf('.'))) < MAJOR) {
			throw new UnsupportedSpringBootException(version);
		}
	}

}
