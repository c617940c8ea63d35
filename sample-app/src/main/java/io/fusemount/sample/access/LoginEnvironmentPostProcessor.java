package io.fusemount.sample.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.StringUtils;

/**
 * Determines the passwords before anything starts: {@code ARCHIVE_PASSWORD}, or a
 * generated password that is kept in the file {@code password} of the data directory, and
 * one beside it for each further login. Programs of the user who runs the archive have
 * its login.
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
			Map<String, Object> login = new HashMap<>();
			// Not hashed, because a reader of the memory of this process can read the
			// archive as well.
			login.put("spring.security.user.password", "{noop}" + password);
			for (String user : users(environment)) {
				login.put("archive.logins." + user + ".password",
						"{noop}" + data.secret("password-" + user, generate()));
			}
			login.put("fusemount.security.accounts." + Files.getAttribute(Path.of("/proc/self"), "unix:uid") + ".name",
					"${spring.security.user.name}");
			environment.getPropertySources().addLast(new MapPropertySource("archiveLogin", login));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The archive's data cannot be kept in " + data.path(), ex);
		}
	}

	private static Set<String> users(ConfigurableEnvironment environment) {
		return Binder.get(environment)
			.bind("archive.logins", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet();
	}

	private static String generate() {
		byte[] random = new byte[12];
		new SecureRandom().nextBytes(random);
		return HexFormat.of().formatHex(random);
	}

}
