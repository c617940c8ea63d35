package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.machine.Machine;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * An application with one directory, {@code files}, mounted below a directory of the
 * test.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(Recorder.class)
public class MountedApplication {

	/**
	 * Starts the application on an empty database.
	 * @param directory for the mount point and the spool
	 * @param settings what differs, as on the command line
	 */
	public static ConfigurableApplicationContext start(String jdbcUrl, Path directory, String... settings) {
		return Launch.start(MountedApplication.class, jdbcUrl, directory, settings);
	}

	/**
	 * Starts the application on existing data in a JVM of its own, which ends with its
	 * input.
	 * @param settings the settings that differ from the defaults, as on the command line
	 */
	public static ChildProgram startChild(String jdbcUrl, Path directory, String... settings) {
		return Launch.startChild(MountedApplication.class, jdbcUrl, directory, settings);
	}

	/**
	 * Starts the application on a machine that is not quite this one.
	 * @param directory for the mount point and the spool, as it is seen there
	 * @param settings what differs from the defaults, as on the command line
	 */
	public static ChildProgram startChild(Machine machine, String jdbcUrl, Path directory, String... settings) {
		return Launch.mounted(ChildProgram.start(machine, MountedApplication.class, directory,
				Launch.arguments(jdbcUrl, directory, settings)));
	}

	/**
	 * Starts the application by another program.
	 * @param launcher the program and its arguments, which the command follows
	 */
	public static ChildProgram startChild(List<String> launcher, String jdbcUrl, Path directory, String... settings) {
		return Launch.mounted(ChildProgram.start(launcher, MountedApplication.class, directory,
				Launch.arguments(jdbcUrl, directory, settings)));
	}

	/**
	 * Runs the application until its input ends, and answers each line with its health.
	 */
	public static void main(String[] args) throws IOException {
		Launch.serve(MountedApplication.class, args);
	}

	/** Where the files are. */
	public static Path files(Path directory) {
		return directory.resolve("mnt/files");
	}

}
