package io.fusemount.autoconfigure.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.conformance.crash.ChildProgram;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server that can hang, be killed and be started again with its data and
 * port. It is run by a process of its own, so that the test starts none while it has
 * files open.
 */
final class DatabaseServer implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final ChildProgram program;

	private final String url;

	DatabaseServer(Path workspace) {
		this.program = ChildProgram.start(DatabaseServer.class, workspace, workspace.resolve("postgres").toString());
		this.url = this.program.await("Started ");
	}

	String jdbcUrl() {
		return this.url;
	}

	/** Kills the server, as by {@code kill -9}. */
	void kill() {
		this.program.send("kill");
		this.program.await("Killed");
	}

	/** Lets the server hang, as by {@code kill -STOP} of all its processes. */
	void hang() {
		this.program.send("hang");
		this.program.await("Hangs");
	}

	/** Lets a server that hangs go on. */
	void resume() {
		this.program.send("resume");
		this.program.await("Goes on");
	}

	/** Starts the server again, with its data and port. */
	void start() {
		this.program.send("start");
		this.program.await("Started ");
	}

	@Override
	public void close() {
		this.program.close();
	}

	/** Runs the server until its input ends. */
	public static void main(String[] args) throws Exception {
		Path data = Path.of(args[0]);
		EmbeddedPostgres server = start(data, 0);
		int port = server.getPort();
		try {
			BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String command = commands.readLine(); command != null; command = commands.readLine()) {
				switch (command) {
					case "kill" -> {
						kill(data);
						// Complains that there is nothing to stop, and gives the
						// directory
						// free.
						server.close();
						System.out.println("Killed");
					}
					case "hang" -> {
						signal(data, "STOP");
						System.out.println("Hangs");
					}
					case "resume" -> {
						signal(data, "CONT");
						System.out.println("Goes on");
					}
					default -> server = start(data, port);
				}
			}
		}
		finally {
			signal(data, "CONT");
			server.close();
		}
	}

	private static EmbeddedPostgres start(Path data, int port) throws IOException {
		EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
			.setDataDirectory(data)
			.setCleanDataDirectory(false)
			// For tests, it is usually off: commits that were acknowledged would be lost.
			.setServerConfig("synchronous_commit", "on")
			.setPGStartupWait(PATIENCE);
		if (port != 0) {
			builder.setPort(port);
		}
		EmbeddedPostgres server = builder.start();
		System.out.println("Started " + server.getJdbcUrl("postgres", "postgres"));
		return server;
	}

	/** Sends a signal to the server, and then to the processes that it has started. */
	private static void signal(Path data, String signal) throws Exception {
		if (Files.exists(data.resolve("postmaster.pid"))) {
			ProcessHandle postmaster = postmaster(data);
			signal(signal, Stream.of(postmaster));
			signal(signal, postmaster.children());
		}
	}

	private static void signal(String signal, Stream<ProcessHandle> processes) throws Exception {
		List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
		processes.forEach((process) -> command.add(Long.toString(process.pid())));
		new ProcessBuilder(command).inheritIO().start().waitFor();
	}

	private static ProcessHandle postmaster(Path data) throws IOException {
		long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
		return ProcessHandle.of(pid).orElseThrow();
	}

	private static void kill(Path data) throws Exception {
		ProcessHandle postmaster = postmaster(data);
		// Its own processes notice its death and end, but not before the next start.
		ProcessHandle[] backends = postmaster.children().toArray(ProcessHandle[]::new);
		postmaster.destroyForcibly();
		for (ProcessHandle backend : backends) {
			backend.destroyForcibly();
			backend.onExit().get();
		}
		postmaster.onExit().get();
	}

}
