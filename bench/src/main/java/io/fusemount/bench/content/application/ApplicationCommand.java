package io.fusemount.bench.content.application;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.bench.server.MountServer;

/**
 * The command that starts the application in a process of its own, on an empty database.
 */
public final class ApplicationCommand {

	/** The directory that appears below its mount point. */
	public static final String DIRECTORY = "recordings";

	/** The directory of the same files with a condition on their readers. */
	public static final String GUARDED = "guarded";

	/** The directory of other files, where programs can create directories. */
	public static final String TREE = "tree";

	private ApplicationCommand() {
	}

	/**
	 * Returns the command; the mount point has to be appended.
	 * @param heap the heap option of the JVM
	 * @param url the JDBC URL of the database
	 * @param properties further Spring properties, as arguments
	 */
	public static List<String> of(String heap, String url, Path spool, String... properties) {
		List<String> command = new ArrayList<>(MountServer.java(ContentApplication.class, heap));
		command.addAll(List.of("--spring.datasource.url=" + url, "--spring.jpa.hibernate.ddl-auto=create",
				"--fusemount.spool.directory=" + spool));
		command.addAll(List.of(properties));
		return command;
	}

}
