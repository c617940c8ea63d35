package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.database.Relay;
import io.fusemount.conformance.database.SynchronousStandby;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Outages of a PostgreSQL server while one application and its mount continue: the
 * section of the runbook on the database's outages.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class DatabaseOutagesTests {

	/** Opens a file, closes it on command, and prints the result. */
	private static final String WRITER = """
			python3 -c '
			import errno, os, sys
			file = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
			os.write(file, sys.argv[2].encode())
			print("open", flush=True)
			sys.stdin.readline()
			try:
			    os.close(file)
			    print("stored")
			except OSError as failure:
			    print(errno.errorcode[failure.errno])
			' %s %s""";

	/** Reads a file on command that it has read before. */
	private static final String READER = "sh -c 'exec 3<stored.txt; cat <&3; exec 3<stored.txt; echo; read line; cat <&3'";

	private static final String TIMED_OUT = "Connection timed out";

	private static final String AWAY = "Input/output error";

	private final Workspace workspace = new Workspace();

	private final Programs programs = new Programs();

	private DatabaseServer server;

	private Relay network;

	private ChildProgram service;

	private Path files;

	private Shell shell;

	@BeforeAll
	void start() {
		this.server = new DatabaseServer(this.workspace.directory());
		URI address = URI.create(this.server.jdbcUrl().substring("jdbc:".length()));
		this.network = new Relay(address.getPort());
		this.service = this.workspace.start(
				this.server.jdbcUrl().replace(":" + address.getPort(), ":" + this.network.port()),
				"--fusemount.database.timeout=1s", "--spring.datasource.hikari.connection-timeout=2000",
				"--spring.datasource.hikari.validation-timeout=1000");
		this.files = this.workspace.files();
		this.shell = Shell.in(this.files);
		this.shell.check("printf stored > stored.txt");
	}

	@AfterAll
	void stop() throws IOException {
		try (Workspace last = this.workspace;
				DatabaseServer fourth = this.server;
				Relay third = this.network;
				ChildProgram second = this.service;
				Programs first = this.programs) {
			this.network.mend();
		}
	}

	@Test
	@Semantics("While the database is away, `close` fails; when it is back, everything works again without a new mount.")
	void whileItIsStoppedOpenFilesAreReadAndWhatIsWrittenIsKept() throws IOException {
		Process reader = open(READER);
		Process writer = open(WRITER.formatted("stopped.txt", "kept"));
		this.server.kill();
		assertThat(goOn(reader)).isEqualTo("stored");
		assertThat(goOn(writer)).isEqualTo("EIO");
		Patience.await(() -> this.shell.run("cat stored.txt").errors().contains(AWAY));
		assertThat(this.shell.check("cat ../.fusemount/errors"))
			.contains("EIO close /files/stopped.txt: The database cannot be reached");
		assertThat(this.shell.check("cat ../.fusemount/unsaved/*-stopped.txt")).isEqualTo("kept");
		this.server.start();
		awaitAnswer();
		this.shell.check("mv ../.fusemount/unsaved/*-stopped.txt stopped.txt");
		assertThat(this.shell.check("cat stopped.txt")).isEqualTo("kept");
	}

	@Test
	@Semantics("A server that hangs is waited for as long as `fusemount.database.timeout` says, and 5 s; then programs get ETIMEDOUT.")
	void whileItHangsProgramsWaitOnlySoLong() throws Exception {
		Process reader = open(READER);
		Process writer = open(WRITER.formatted("hangs.txt", "kept"));
		try (Connection locker = connect(); Statement statement = locker.createStatement()) {
			locker.setAutoCommit(false);
			statement.execute("lock table stored_file in access exclusive mode");
			proceed(writer);
			Process waiting = this.programs.start(this.files, "cat unknown.txt");
			awaitServer("wait_event_type = 'Lock'", 2);
			this.server.hang();
			try {
				assertThat(output(waiting)).contains(TIMED_OUT);
				assertThat(output(writer)).isEqualTo("ETIMEDOUT");
				assertThat(goOn(reader)).isEqualTo("stored");
				assertThat(this.shell.run("ls").errors()).contains(AWAY);
			}
			finally {
				this.server.resume();
			}
		}
		awaitAnswer();
		assertThat(this.shell.check("cat ../.fusemount/errors"))
			.contains("ETIMEDOUT close /files/hangs.txt: The database has not answered for 6 s");
		assertThat(this.shell.check("cat ../.fusemount/unsaved/*-hangs.txt")).isEqualTo("kept");
		assertThat(this.shell.check("ls && printf new > hung.txt && cat hung.txt")).endsWith("new");
	}

	@Test
	void whatIsSentIntoABlackHoleIsGivenUpAndKept() {
		this.network.holeAfter(8 << 20);
		assertThat(this.shell.run("head -c 32M /dev/urandom > large.bin").errors()).contains(TIMED_OUT);
		assertThat(this.network.isHole()).isTrue();
		this.network.mend();
		awaitAnswer();
		this.shell.check("mv ../.fusemount/unsaved/*-large.bin large.bin");
		assertThat(this.shell.check("stat -c %s large.bin").strip()).isEqualTo("33554432");
	}

	@Test
	@Semantics("A commit that the database does not answer is waited for without limit, because it is unknown "
			+ "whether it has been stored.")
	void aCommitOfUnknownOutcomeIsWaitedForWhileOthersGoOn() throws Exception {
		Process writer = open(WRITER.formatted("doubt.txt", "doubted"));
		try {
			startUnansweredCommit(writer);
			Patience.await(() -> this.service.output().contains("has not answered to a commit for 6 s"));
			assertThat(this.shell.check("ls && cat stored.txt")).endsWith("stored");
			assertThat(writer.isAlive()).isTrue();
		}
		finally {
			answerCommits();
		}
		assertThat(output(writer)).isEqualTo("stored");
		assertThat(this.shell.check("cat doubt.txt")).isEqualTo("doubted");
		assertThat(this.shell.run("ls ../.fusemount/unsaved/*-doubt.txt").isSuccess()).isFalse();
	}

	/** Uploads may take any time; their commits may not. */
	@Test
	void healthSaysThatAnUploadHangsInItsCommitUntilItIsDone() throws Exception {
		assertThat(health()).startsWith("UP ");
		SynchronousStandby.leave(this.server.jdbcUrl());
		Process writer;
		try {
			writer = this.programs.start(this.files, "dd if=/dev/zero of=upload.bin bs=2M count=1 status=none");
			awaitServer("wait_event = 'SyncRep'", 1);
			this.server.hang();
			try {
				Patience
					.await(() -> health().startsWith("OUT_OF_SERVICE The database has not answered to a commit for "));
				assertThat(this.shell.check("cat ../.fusemount/status"))
					.startsWith("OUT_OF_SERVICE\nreason: The database has not answered to a commit for ");
			}
			finally {
				this.server.resume();
			}
		}
		finally {
			answerCommits();
		}
		assertThat(output(writer)).isEmpty();
		assertThat(health()).startsWith("UP ");
		assertThat(this.shell.check("stat -c %s upload.bin").strip()).isEqualTo("2097152");
	}

	private String health() {
		this.service.send("");
		return this.service.await("Health: ");
	}

	@Test
	@Semantics("Where the connection breaks during a commit, `close` fails, its message says that the outcome is "
			+ "unknown, and the bytes are kept.")
	void aCommitWhoseConnectionBreaksIsInDoubt() throws Exception {
		Process writer = open(WRITER.formatted("broken.txt", "doubted"));
		try {
			startUnansweredCommit(writer);
			this.server.kill();
			assertThat(output(writer)).isEqualTo("EIO");
		}
		finally {
			this.server.start();
			answerCommits();
		}
		awaitAnswer();
		assertThat(this.shell.check("cat ../.fusemount/errors")).contains(
				"EIO close /files/broken.txt: The connection broke during the commit, and it is unknown whether it has been stored");
		// Here, it has.
		assertThat(this.shell.check("cat broken.txt ../.fusemount/unsaved/*-broken.txt")).isEqualTo("doubteddoubted");
	}

	@Test
	void whileItIsReadOnlyProgramsReadAndChangesAreRefusedAndKept() throws Exception {
		this.shell.check("printf old > readonly.txt");
		Process writer = open(WRITER.formatted("readonly.txt", "new"));
		configure("default_transaction_read_only = on");
		try {
			assertThat(goOn(writer)).isEqualTo("EROFS");
			for (String change : new String[] { "cp stored.txt refused.txt", "rm stored.txt",
					"mv stored.txt moved.txt" }) {
				assertThat(this.shell.run(change).errors()).as(change).contains("Read-only file system");
			}
			assertThat(this.shell.check("ls && cat stored.txt readonly.txt")).endsWith("storedold");
			assertThat(this.shell.check("cat ../.fusemount/errors")).contains("The database is read-only");
		}
		finally {
			configure("default_transaction_read_only = off");
		}
		this.shell.check("cat ../.fusemount/unsaved/*-readonly.txt > readonly.txt");
		assertThat(this.shell.check("cat readonly.txt")).isEqualTo("new");
	}

	/** Starts a program that says when it has its file open. */
	private Process open(String line) throws IOException {
		Process program = this.programs.start(this.files, line);
		program.inputReader().readLine();
		return program;
	}

	private static void proceed(Process program) throws IOException {
		OutputStream input = program.getOutputStream();
		input.write('\n');
		input.flush();
	}

	/**
	 * Closes the file, and waits until the server waits for a standby that is not there.
	 */
	private void startUnansweredCommit(Process writer) throws Exception {
		SynchronousStandby.leave(this.server.jdbcUrl());
		proceed(writer);
		awaitServer("wait_event = 'SyncRep'", 1);
	}

	private void answerCommits() throws SQLException {
		SynchronousStandby.comeBack(this.server.jdbcUrl());
	}

	private static String goOn(Process program) throws IOException {
		proceed(program);
		return output(program);
	}

	/** Returns the output of a program until it ends. */
	private static String output(Process program) {
		return String.join("\n", program.inputReader().lines().toList());
	}

	/** Waits until the mount works again. */
	private void awaitAnswer() {
		Patience.await(() -> this.shell.run("cat stored.txt").isSuccess());
	}

	private Connection connect() throws SQLException {
		return DriverManager.getConnection(this.server.jdbcUrl());
	}

	private void configure(String setting) throws SQLException {
		try (Connection connection = connect(); Statement statement = connection.createStatement()) {
			statement.execute("alter system set " + setting);
			statement.execute("select pg_reload_conf()");
			String[] parts = setting.split(" = ");
			Patience.await(() -> {
				try (Connection fresh = connect();
						ResultSet value = fresh.createStatement().executeQuery("show " + parts[0])) {
					value.next();
					return value.getString(1).equals(parts[1]);
				}
			});
		}
	}

	/** Waits until the given number of the server's processes are in a state. */
	private void awaitServer(String condition, int processes) throws SQLException {
		try (Connection observer = connect(); Statement statement = observer.createStatement()) {
			Patience.await(() -> {
				try (ResultSet found = statement
					.executeQuery("select count(*) from pg_stat_activity where " + condition)) {
					found.next();
					return found.getInt(1) >= processes;
				}
			});
		}
	}

}
