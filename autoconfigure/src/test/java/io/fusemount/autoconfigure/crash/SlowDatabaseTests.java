package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.limit.DatabasePermits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sixty-four programs that wait for PostgreSQL, which does not answer until its table,
 * locked by another session, is released.
 */
@EnabledIfFuse
@Timeout(300)
class SlowDatabaseTests {

	private static final int READERS = 40;

	private static final int WRITERS = 24;

	/** Less than the pool has, which is 10. */
	private static final int PERMITS = 8;

	/**
	 * Each access takes a moment; an access that waits for the database would take
	 * forever.
	 */
	private static final Duration FOR_EVER = Duration.ofMinutes(2);

	@AutoClose
	private final Workspace workspace = new Workspace();

	@AutoClose
	private final Programs programs = new Programs();

	private DatabaseServer server;

	private ConfigurableApplicationContext application;

	private Path files;

	@BeforeEach
	void start() throws SQLException {
		this.server = new DatabaseServer(this.workspace.directory());
		this.application = MountedApplication.start(this.server.jdbcUrl(), this.workspace.directory(),
				"--fusemount.database.max-concurrent=" + PERMITS, "--fusemount.database.max-wait=1h",
				"--fusemount.database.timeout=1h", "--fusemount.cache.time-to-live=1h");
		this.files = this.workspace.files();
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute("insert into stored_file (id, name, content, size, version, created, modified) "
					+ "select -i, 'unread' || i || '.txt', lo_from_bytea(0, 'unread'), 6, 0, now(), now() "
					+ "from generate_series(1, " + READERS + ") i");
		}
	}

	@AfterEach
	void stop() {
		this.application.close();
		this.server.close();
	}

	private Connection connect() throws SQLException {
		return DriverManager.getConnection(this.server.jdbcUrl());
	}

	@Test
	@Semantics("While programs wait for the database, fewer than three times as many as `fusemount.executor.max-workers`, and fewer than twice as many of one user, `stat` and `cat` of files that are known, with their content, are answered.")
	@Semantics("A connection pool that is larger than `fusemount.database.max-concurrent` has a connection for the application, however many programs wait.")
	void knownFilesAreAnsweredBeforeTheFirstProgramThatWaits() throws Exception {
		Shell shell = Shell.in(this.files).withTimeout(FOR_EVER);
		shell.check("for i in $(seq 20); do echo known > known$i.txt; done; ls -l; cat known*.txt");
		List<Process> writers = writers();
		try (Connection locker = connect(); Statement statement = locker.createStatement()) {
			locker.setAutoCommit(false);
			statement.execute("lock table stored_file in access exclusive mode");
			for (int i = 1; i <= READERS; i++) {
				this.programs.start(this.files, "cat unread" + i + ".txt");
			}
			for (Process writer : writers) {
				writer.getOutputStream().write("written".getBytes(StandardCharsets.UTF_8));
				writer.getOutputStream().close();
			}
			DatabasePermits permits = this.application.getBean(DatabasePermits.class);
			Patience.await(() -> permits.available() == 0 && permits.waiting() == READERS + WRITERS - PERMITS);
			String known = shell.check("for i in $(seq 10); do for j in $(seq 20); do stat -c %s known$j.txt; "
					+ "cat known$j.txt; done; done");
			assertThat(known).isEqualTo("6\nknown\n".repeat(200));
			assertTheApplicationHasAConnection();
			assertThat(this.programs.all()).hasSize(READERS + WRITERS).allMatch(Process::isAlive);
		}
		for (Process program : this.programs.all()) {
			assertThat(program.waitFor()).isZero();
		}
		assertThat(shell.check("cat unread*.txt new*.txt"))
			.isEqualTo("unread".repeat(READERS) + "written".repeat(WRITERS));
	}

	/** Starts programs that have a new file open and wait for the content to write. */
	private List<Process> writers() throws IOException {
		List<Process> writers = new ArrayList<>();
		for (int i = 1; i <= WRITERS; i++) {
			writers.add(this.programs.start(this.files, "tee new" + i + ".txt > /dev/null"));
		}
		for (int i = 1; i <= WRITERS; i++) {
			Path file = this.files.resolve("new" + i + ".txt");
			Patience.await(() -> Files.exists(file));
		}
		return writers;
	}

	private void assertTheApplicationHasAConnection() throws SQLException {
		try (Connection own = this.application.getBean(DataSource.class).getConnection();
				Statement statement = own.createStatement()) {
			assertThat(statement.execute("select 1")).isTrue();
		}
	}

}
