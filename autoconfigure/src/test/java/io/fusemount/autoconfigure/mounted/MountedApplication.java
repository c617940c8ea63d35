package io.fusemount.autoconfigure.mounted;

import java.nio.file.Path;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * An application with one directory, {@code files}, mounted below a directory of the
 * test.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(Recorder.class)
class MountedApplication {

	/**
	 * Starts the application on an empty database.
	 * @param directory for the mount point and the spool
	 * @param properties settings that differ from the defaults, as {@code name=value}
	 */
	static ConfigurableApplicationContext start(String jdbcUrl, Path directory, String... properties) {
		return new SpringApplicationBuilder(MountedApplication.class).web(WebApplicationType.NONE)
			.properties(properties)
			.run("--spring.datasource.url=" + jdbcUrl, "--spring.jpa.hibernate.ddl-auto=create",
					"--fusemount.mount-point=" + directory.resolve("mnt"), "--fusemount.create-mount-point=true",
					"--fusemount.spool.directory=" + directory.resolve("spool"),
					"--spring.main.register-shutdown-hook=false", "--spring.main.banner-mode=off");
	}

	/** Where the files are. */
	static Path files(Path directory) {
		return directory.resolve("mnt/files");
	}

}
