package io.fusemount.autoconfigure.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs whose content PostgreSQL does not accept at all, because another session has
 * locked its tables.
 */
@EnabledIfFuse
@Timeout(600)
class StuckDatabaseTests {

	/** The exit status of a JVM that has ended in good order after SIGTERM. */
	private static final int TERMINATED = 143;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Programs programs = new Programs();

	private DatabaseServer server;

	@BeforeEach
	void createServer() {
		this.server = new DatabaseServer(this.workspace.directory());
	}

	@AfterEach
	void removeServer() {
		this.server.close();
	}

	@Test
	void readersGetThroughHoweverManyWritersAreStuck() throws Exception {
		try (ChildProgram service = start("--fusemount.executor.max-workers=4", "--fusemount.database.timeout=1h")) {
			Path files = this.workspace.files();
			Shell shell = Shell.in(files);
			shell.check("printf small > small.txt");
			try (Connection locker = DriverManager.getConnection(this.server.jdbcUrl())) {
				lock(locker, "stored_file");
				for (int i = 0; i < 12; i++) {
					this.programs.start(files, "sh -c 'printf stuck > stuck" + i + "'");
				}
				awaitStuck(6);
				for (int i = 0; i < 10; i++) {
					assertThat(shell.check("ls && cat small.txt && stat -c %s small.txt")).contains("small5");
				}
				assertThat(this.programs.all()).anyMatch(Process::isAlive);
			}
		}
	}

	@Test
	void theStatusIsReadWhileTheDatabaseDoesNotAnswer() throws Exception {
		try (ChildProgram service = start("--fusemount.database.timeout=1h",
				"--management.health.fusemount.database-silence=1s")) {
			Path files = this.workspace.files();
			Shell shell = Shell.in(files);
			assertThat(shell.check("cat ../.fusemount/status")).startsWith("UP\n");
			try (Connection locker = DriverManager.getConnection(this.server.jdbcUrl())) {
				lock(locker, "stored_file", "access exclusive");
				this.programs.start(files, "ls");
				awaitStuck(1);
				Patience.await(() -> shell.check("cat ../.fusemount/status")
					.matches("(?s)OUT_OF_SERVICE\nreason: The database has not answered for \\d+ s\nmounted: .+"));
			}
			Patience.await(() -> shell.check("cat ../.fusemount/status").startsWith("UP\n"));
		}
	}

	@Test
	@Semantics("Content that a database does not receive in time is given up with ETIMEDOUT: each MiB has "
			+ "`fusemount.database.timeout` for itself.")
	void contentThatIsNotTakenIsGivenUp() throws Exception {
		try (ChildProgram service = start("--fusemount.database.timeout=2s")) {
			Shell shell = Shell.in(this.workspace.files());
			try (Connection locker = DriverManager.getConnection(this.server.jdbcUrl())) {
				lock(locker, "pg_largeobject");
				assertThat(shell.run("head -c 8M /dev/zero > large.bin; printf x > small.bin").errors())
					.contains("Connection timed out");
			}
			assertThat(shell.check("cat ../.fusemount/errors")).contains("ETIMEDOUT close /files/large.bin")
				.contains("ETIMEDOUT close /files/small.bin")
				.contains("the bytes are in .fusemount/unsaved/");
			shell.check("cat ../.fusemount/unsaved/*-large.bin > large.bin");
			assertThat(shell.check("stat -c %s large.bin").strip()).isEqualTo("8388608");
		}
	}

	@Test
	void theApplicationEndsInTimeThoughTheDatabaseDoesNotAnswer() throws Exception {
		try (ChildProgram service = start("--fusemount.database.timeout=1h", "--fusemount.shutdown-timeout=2s")) {
			Path files = this.workspace.files();
			try (Connection locker = DriverManager.getConnection(this.server.jdbcUrl())) {
				lock(locker, "stored_file");
				// A shell would close the file once before it writes.
				Path source = Files.writeString(this.workspace.resolve("source"), "stuck");
				this.programs.start(files, "cp " + source + " stuck.txt");
				awaitStuck(1);
				service.terminate();
				assertThat(service.awaitEnd()).as(service::output).isEqualTo(TERMINATED);
			}
			assertThat(this.workspace.isMounted()).isFalse();
			Patience.await(() -> service.output().contains("unmounted before the file could be stored"));
			this.workspace.awaitKept("stuck");
		}
	}

	private static void lock(Connection locker, String table) throws SQLException {
		lock(locker, table, "exclusive");
	}

	private static void lock(Connection locker, String table, String mode) throws SQLException {
		locker.setAutoCommit(false);
		try (Statement statement = locker.createStatement()) {
			statement.execute("lock table " + table + " in " + mode + " mode");
		}
	}

	/** Waits until the given number of connections wait for a lock. */
	private void awaitStuck(int connections) throws SQLException {
		try (Connection observer = DriverManager.getConnection(this.server.jdbcUrl());
				Statement statement = observer.createStatement()) {
			Patience.await(() -> {
				try (ResultSet stuck = statement
					.executeQuery("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")) {
					stuck.next();
					return stuck.getInt(1) >= connections;
				}
			});
		}
	}

	private ChildProgram start(String... settings) {
		return this.workspace.start(this.server.jdbcUrl(), settings);
	}

}
