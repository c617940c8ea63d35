package io.fusemount.autoconfigure.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.fusemount.conformance.crash.ChildProgram;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server with a streaming standby that replaces it when promoted. Both run
 * in a process of their own, like a {@link DatabaseServer}.
 */
final class ReplicatedServer implements AutoCloseable {

	private final ChildProgram program;

	private final String url;

	ReplicatedServer(Path workspace) {
		this.program = ChildProgram.start(ReplicatedServer.class, workspace, workspace.toString());
		this.url = this.program.await("Started ");
	}

	/** Returns a URL with both servers, of which the one that accepts changes is used. */
	String jdbcUrl() {
		return this.url;
	}

	/** Kills the primary server, as by {@code kill -9} or by pulling the plug. */
	void killPrimary() {
		this.program.send("kill");
		this.program.await("Killed");
	}

	/** Promotes the standby to replace the primary. */
	void promoteStandby() {
		this.program.send("promote");
		this.program.await("Promoted");
	}

	@Override
	public void close() {
		this.program.close();
	}

	/** Runs the servers until the input ends. */
	public static void main(String[] args) throws Exception {
		PostgresData first = new PostgresData(Path.of(args[0], "first"));
		PostgresData second = new PostgresData(Path.of(args[0], "second"));
		first.start(0).close();
		// The server is not in use yet, so a copy of its files is as good as
		// pg_basebackup.
		new ProcessBuilder("cp", "-a", first.directory().toString(), second.directory().toString()).inheritIO()
			.start()
			.waitFor();
		try (EmbeddedPostgres primary = first.start(0);
				EmbeddedPostgres standby = startStandby(second, primary.getPort())) {
			awaitSynchronousStandby(primary);
			System.out.println("Started jdbc:postgresql://localhost:" + primary.getPort() + ",localhost:"
					+ standby.getPort() + "/postgres?user=postgres&targetServerType=primary&hostRecheckSeconds=1");
			BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String command = commands.readLine(); command != null; command = commands.readLine()) {
				if (command.equals("kill")) {
					first.kill();
					System.out.println("Killed");
				}
				else {
					execute(standby, "select pg_promote()");
					System.out.println("Promoted");
				}
			}
		}
	}

	private static EmbeddedPostgres startStandby(PostgresData data, int primary) throws IOException {
		Files.createFile(data.directory().resolve("standby.signal"));
		Files.writeString(data.directory().resolve("postgresql.auto.conf"),
				"primary_conninfo = 'host=localhost port=%d user=postgres application_name=second'\n"
					.formatted(primary),
				StandardOpenOption.APPEND);
		return data.start(0);
	}

	/** From now on, nothing is acknowledged that the standby does not have. */
	private static void awaitSynchronousStandby(EmbeddedPostgres primary) throws Exception {
		execute(primary, "alter system set synchronous_standby_names = 'second'");
		execute(primary, "select pg_reload_conf()");
		Patience.await(() -> {
			try (Connection connection = primary.getPostgresDatabase().getConnection();
					ResultSet state = connection.createStatement()
						.executeQuery("select 1 from pg_stat_replication where sync_state = 'sync'")) {
				return state.next();
			}
		});
	}

	private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
		try (Connection connection = server.getPostgresDatabase().getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

}
