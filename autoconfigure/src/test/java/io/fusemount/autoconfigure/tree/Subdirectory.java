package io.fusemount.autoconfigure.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.programs.ObservedRows;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * A directory two folders deep in the tree of an application on H2.
 */
final class Subdirectory implements AutoCloseable {

	private static final String OUTER = "outer folder";

	private static final String INNER = "inner";

	private final ConfigurableApplicationContext application;

	private final Path path;

	private final ObservedRows rows;

	/**
	 * Starts the application.
	 * @param directory for the database, the mount point and the spool
	 */
	Subdirectory(Path directory) throws IOException {
		this.application = TreeApplication.start("jdbc:h2:file:" + directory.resolve("h2"), directory);
		this.path = Files.createDirectories(TreeApplication.tree(directory).resolve(OUTER).resolve(INNER));
		this.rows = new FolderRows(this.application, OUTER, INNER);
	}

	Path path() {
		return this.path;
	}

	ObservedRows rows() {
		return this.rows;
	}

	@Override
	public void close() {
		this.application.close();
	}

}
