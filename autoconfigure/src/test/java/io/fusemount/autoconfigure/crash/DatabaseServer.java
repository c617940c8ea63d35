package io.fusemount.autoconfigure.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server that can hang, be killed and be started again with its data and
 * port. It is run by a process of its own, so that the test starts none while it has
 * files open.
 */
final class DatabaseServer implements AutoCloseable {

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

	/** Makes the server hang, as {@code kill -STOP} of all its processes does. */
	void hang() {
		this.program.send("hang");
		this.program.await("Hangs");
	}

	/** Lets a hanging server continue. */
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
		PostgresData data = new PostgresData(Path.of(args[0]));
		EmbeddedPostgres server = start(data, 0);
		int port = server.getPort();
		try {
			BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String command = commands.readLine(); command != null; command = commands.readLine()) {
				switch (command) {
					case "kill" -> {
						data.kill();
						// Complains that there is nothing to stop, and gives the
						// directory
						// free.
						server.close();
						System.out.println("Killed");
					}
					case "hang" -> {
						data.signal("STOP");
						System.out.println("Hangs");
					}
					case "resume" -> {
						data.signal("CONT");
						System.out.println("Goes on");
					}
					default -> server = start(data, port);
				}
			}
		}
		finally {
			data.signal("CONT");
			server.close();
		}
	}

	private static EmbeddedPostgres start(PostgresData data, int port) throws IOException {
		EmbeddedPostgres server = data.start(port);
		System.out.println("Started " + server.getJdbcUrl("postgres", "postgres"));
		return server;
	}

}
