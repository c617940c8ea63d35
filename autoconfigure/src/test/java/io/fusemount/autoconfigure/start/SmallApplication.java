package io.fusemount.autoconfigure.start;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.endpoint.FuseMountsEndpoint;
import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.machine.Machine;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * An application with one directory of its own and no database. It is asked for its
 * health and its mount, and to mount, by lines on its standard input.
 */
@SpringBootConfiguration
@EnableAutoConfiguration(excludeName = { "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
		"org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
		"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
@Import(OneFileDirectory.class)
class SmallApplication {

	/** Below the mount point. */
	static final String FILE = "reports/today/hello.txt";

	/**
	 * Starts the application in a JVM of its own.
	 * @param directory the directory for the spool, and for the mount point {@code mnt}
	 */
	static ChildProgram start(Machine machine, Path directory, String... settings) {
		return start(machine.command(), directory, settings);
	}

	/**
	 * Starts the application through another program.
	 * @param directory the directory for the spool, and for the mount point {@code mnt}
	 */
	static ChildProgram start(List<String> launcher, Path directory, String... settings) {
		String[] own = { "--spring.main.banner-mode=off", "--management.endpoint.fusemounts.access=unrestricted",
				"--management.endpoints.web.exposure.include=fusemounts",
				"--fusemount.mount-point=" + directory.resolve("mnt"),
				"--fusemount.spool.directory=" + directory.resolve("spool") };
		return ChildProgram.start(launcher, SmallApplication.class, directory,
				Stream.concat(Stream.of(own), Stream.of(settings)).toArray(String[]::new));
	}

	public static void main(String[] args) throws IOException {
		try (ConfigurableApplicationContext application = SpringApplication.run(SmallApplication.class, args)) {
			System.out.println("Started.");
			BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String line = input.readLine(); line != null; line = input.readLine()) {
				System.out.println("Answer: " + answer(application, line));
			}
		}
	}

	private static Object answer(ConfigurableApplicationContext application, String question) {
		if (question.equals("health")) {
			return application.getBean(CompositeHealthContributor.class)
				.getContributor("default") instanceof HealthIndicator indicator ? String.valueOf(indicator.health(true))
						: "none";
		}
		if (question.equals("mount")) {
			return String.valueOf(application.getBean(FuseMountsEndpoint.class).mount("default"));
		}
		return String
			.valueOf(application.getBean(FuseMountsEndpoint.class).change("default", question, null, null, null, null));
	}

}
