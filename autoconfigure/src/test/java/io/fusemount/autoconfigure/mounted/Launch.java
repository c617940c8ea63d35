package io.fusemount.autoconfigure.mounted;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.crash.ChildProgram;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts applications that are mounted below a directory of the test.
 */
public final class Launch {

	private Launch() {
	}

	/**
	 * Starts an application on an empty database.
	 * @param directory for the mount point and the spool
	 * @param settings what differs, as on the command line
	 */
	public static ConfigurableApplicationContext start(Class<?> application, String jdbcUrl, Path directory,
			String... settings) {
		return start("create", application, jdbcUrl, directory, settings);
	}

	/**
	 * Starts an application on existing data.
	 * @param directory for the mount point and the spool
	 * @param settings what differs, as on the command line
	 */
	public static ConfigurableApplicationContext startAgain(Class<?> application, String jdbcUrl, Path directory,
			String... settings) {
		return start("update", application, jdbcUrl, directory, settings);
	}

	private static ConfigurableApplicationContext start(String tables, Class<?> application, String jdbcUrl,
			Path directory, String... settings) {
		Stream<String> own = Stream.of("--spring.jpa.hibernate.ddl-auto=" + tables,
				"--spring.main.register-shutdown-hook=false");
		return run(application, jdbcUrl, directory, Stream.concat(own, Stream.of(settings)).toArray(String[]::new));
	}

	/**
	 * Starts an application on existing data in a JVM of its own, which ends with its
	 * input.
	 * @param program a class whose {@code main} calls {@link #serve}
	 * @param settings the settings that differ from the defaults, as on the command line
	 */
	public static ChildProgram startChild(Class<?> program, String jdbcUrl, Path directory, String... settings) {
		return mounted(ChildProgram.start(program, directory, arguments(jdbcUrl, directory, settings)));
	}

	/** Returns the arguments of {@link #serve}, for existing data. */
	public static String[] arguments(String jdbcUrl, Path directory, String... settings) {
		return Stream
			.concat(Stream.of(jdbcUrl, directory.toString(), "--spring.jpa.hibernate.ddl-auto=update"),
					Stream.of(settings))
			.toArray(String[]::new);
	}

	static ChildProgram mounted(ChildProgram child) {
		child.await("Mounted.");
		return child;
	}

	/**
	 * Runs an application until its input ends, and answers each line with the number of
	 * statements, the used heap or, for any other line, its health.
	 */
	public static void serve(Class<?> application, String... args) throws IOException {
		String[] settings = Arrays.copyOfRange(args, 2, args.length);
		try (ConfigurableApplicationContext context = run(application, args[0], Path.of(args[1]), settings)) {
			System.out.println("Mounted.");
			BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				System.out.println(switch (line) {
					case "statements?" -> "Statements: " + statements(context);
					case "heap?" -> "Heap: " + heap();
					default -> "Health: " + health(context);
				});
			}
		}
	}

	/** Needs {@code hibernate.generate_statistics}. */
	private static long statements(ConfigurableApplicationContext context) {
		return context.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactory.class)
			.getStatistics()
			.getPrepareStatementCount();
	}

	private static long heap() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

	private static String health(ConfigurableApplicationContext context) {
		CompositeHealthContributor contributor = context.getBean("fusemountHealthContributor",
				CompositeHealthContributor.class);
		HealthIndicator indicator = (HealthIndicator) Objects.requireNonNull(contributor.getContributor("default"));
		Health health = Objects.requireNonNull(indicator.health());
		return "%s %s, %s open".formatted(health.getStatus().getCode(),
				health.getDetails().getOrDefault("failure", "-"), health.getDetails().get("openHandles"));
	}

	private static ConfigurableApplicationContext run(Class<?> application, String jdbcUrl, Path directory,
			String... settings) {
		String[] own = { "--spring.datasource.url=" + jdbcUrl, "--fusemount.mount-point=" + directory.resolve("mnt"),
				"--fusemount.create-mount-point=true", "--fusemount.spool.directory=" + directory.resolve("spool"),
				"--spring.main.banner-mode=off",
				// However long a program is held up between two calls.
				"--fusemount.scratch.replacement-wait=1h" };
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.run(Stream.concat(Stream.of(own), Stream.of(settings)).toArray(String[]::new));
	}

}
