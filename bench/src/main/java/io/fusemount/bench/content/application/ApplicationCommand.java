package io.fusemount.bench.content.application;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.bench.server.MountServer;

/**
 * How the application is started in a process of its own, on an empty database.
 */
public final class ApplicationCommand {

	/** What is below its mount point when it is there. */
	public static final String DIRECTORY = "recordings";

	private ApplicationCommand() {
	}

	/**
	 * Returns the command, to which the mount point is to be appended.
	 * @param heap the option of the JVM
	 * @param url the JDBC URL of the database
	 * @param properties further properties of Spring, as arguments
	 */
	public static List<String> of(String heap, String url, Path spool, String... properties) {
		List<String> command = new ArrayList<>(MountServer.java(ContentApplication.class, heap));
		command.addAll(List.of("--spring.datasource.url=" + url, "--spring.jpa.hibernate.ddl-auto=create",
				"--fusemount.spool.directory=" + spool));
		command.addAll(List.of(properties));
		return command;
	}

}
