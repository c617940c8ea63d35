package io.fusemount.autoconfigure.tree;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.autoconfigure.mounted.Recorder;
import io.fusemount.conformance.crash.ChildProgram;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * An application with one tree of folders, {@code tree}, mounted below a directory of the
 * test.
 */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import(Recorder.class)
public class TreeApplication {

	/**
	 * Starts the application on an empty database.
	 * @param directory for the mount point and the spool
	 * @param settings what differs, as on the command line
	 */
	public static ConfigurableApplicationContext start(String jdbcUrl, Path directory, String... settings) {
		return Launch.start(TreeApplication.class, jdbcUrl, directory, settings);
	}

	/**
	 * Starts the application on existing data in a JVM of its own, which ends with its
	 * input.
	 */
	public static ChildProgram startChild(String jdbcUrl, Path directory, String... settings) {
		return Launch.startChild(TreeApplication.class, jdbcUrl, directory, settings);
	}

	/** Runs the application until its input ends. */
	public static void main(String[] args) throws IOException {
		Launch.serve(TreeApplication.class, args);
	}

	/** Where the tree is. */
	public static Path tree(Path directory) {
		return directory.resolve("mnt/tree");
	}

}
