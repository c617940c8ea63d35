package io.fusemount.sample.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.StringUtils;

/**
 * Determines the archive's password before anything starts: {@code ARCHIVE_PASSWORD}, or
 * a generated password that is kept in the file {@code password} of the data directory.
 */
class LoginEnvironmentPostProcessor implements EnvironmentPostProcessor {

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		DataDirectory data = new DataDirectory(Path.of(environment.getRequiredProperty("archive.data")));
		try {
			data.prepare();
			String password = environment.getProperty("ARCHIVE_PASSWORD");
			if (!StringUtils.hasText(password)) {
				password = data.secret("password", generate());
			}
			// Not hashed, because a reader of the memory of this process can read the
			// archive as well.
			environment.getPropertySources()
				.addLast(new MapPropertySource("archiveLogin",
						Map.of("spring.security.user.password", "{noop}" + password)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The archive's data cannot be kept in " + data.path(), ex);
		}
	}

	private static String generate() {
		byte[] random = new byte[12];
		new SecureRandom().nextBytes(random);
		return HexFormat.of().formatHex(random);
	}

}
