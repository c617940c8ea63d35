package io.fusemount.autoconfigure.mounted;

import java.nio.file.Path;
import java.util.stream.Stream;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application with one directory, {@code files}, mounted below a directory of the
 * test.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
class MountedApplication {

	/**
	 * Starts the application on an empty database.
	 * @param directory for the mount point and the spool
	 * @param settings what differs, as on the command line
	 */
	static ConfigurableApplicationContext start(String jdbcUrl, Path directory, String... settings) {
		Stream<String> own = Stream.of("--spring.datasource.url=" + jdbcUrl, "--spring.jpa.hibernate.ddl-auto=create",
				"--fusemount.mount-point=" + directory.resolve("mnt"), "--fusemount.create-mount-point=true",
				"--fusemount.spool.directory=" + directory.resolve("spool"),
				"--spring.main.register-shutdown-hook=false", "--spring.main.banner-mode=off");
		return new SpringApplicationBuilder(MountedApplication.class).web(WebApplicationType.NONE)
			.run(Stream.concat(own, Stream.of(settings)).toArray(String[]::new));
	}

	/** Where the files are. */
	static Path files(Path directory) {
		return directory.resolve("mnt/files");
	}

}
