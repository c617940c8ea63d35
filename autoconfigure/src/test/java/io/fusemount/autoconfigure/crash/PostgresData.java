package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The data of a PostgreSQL server, and the processes that serve them.
 *
 * @param directory where the data are
 */
record PostgresData(Path directory) {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/**
	 * Starts a server.
	 * @param port its port, 0 for any
	 */
	EmbeddedPostgres start(int port) throws IOException {
		EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
			.setDataDirectory(this.directory)
			.setCleanDataDirectory(false)
			// For tests, it is usually off: commits that were acknowledged would be lost.
			.setServerConfig("synchronous_commit", "on")
			.setPGStartupWait(PATIENCE);
		if (port != 0) {
			builder.setPort(port);
		}
		return builder.start();
	}

	/** Sends a signal to the server, and then to the processes that it has started. */
	void signal(String signal) throws Exception {
		if (Files.exists(this.directory.resolve("postmaster.pid"))) {
			ProcessHandle postmaster = postmaster();
			signal(signal, Stream.of(postmaster));
			signal(signal, postmaster.children());
		}
	}

	private static void signal(String signal, Stream<ProcessHandle> processes) throws Exception {
		List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
		processes.forEach((process) -> command.add(Long.toString(process.pid())));
		new ProcessBuilder(command).inheritIO().start().waitFor();
	}

	/** Kills the server, as by {@code kill -9} or by pulling the plug. */
	void kill() throws Exception {
		ProcessHandle postmaster = postmaster();
		// Its own processes notice its death and end, but not before the next start.
		ProcessHandle[] backends = postmaster.children().toArray(ProcessHandle[]::new);
		postmaster.destroyForcibly();
		for (ProcessHandle backend : backends) {
			backend.destroyForcibly();
			backend.onExit().get();
		}
		postmaster.onExit().get();
	}

	private ProcessHandle postmaster() throws IOException {
		long pid = Long.parseLong(Files.readAllLines(this.directory.resolve("postmaster.pid")).get(0));
		return ProcessHandle.of(pid).orElseThrow();
	}

}
