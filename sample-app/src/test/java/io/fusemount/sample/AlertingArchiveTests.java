package io.fusemount.sample;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.fusemount.autoconfigure.endpoint.ExecutorDescriptor;
import io.fusemount.autoconfigure.endpoint.FuseMountsEndpoint;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Alerts that a Prometheus fires while an archive of few connections, workers and handles
 * has a problem.
 */
@EnabledIfFuse
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AlertingArchiveTests {

	private static final int CONNECTIONS = 6;

	private static final int WORKERS = 6;

	private static final int HANDLES = 40;

	private static final int NEW_FILES = 100;

	private static final int UNSAVED_MEGABYTES = 2;

	private static final int KNOWN = 15;

	/**
	 * More than the duration of a slow commit, and than alerts take on a slow machine.
	 */
	private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(20);

	private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	/** Opens files and closes them on command. */
	private static final String WRITER = """
			exec python3 -c '
			import errno, os, sys
			files = [os.open(sys.argv[2] + "%d.txt" % i, os.O_CREAT | os.O_RDWR) for i in range(int(sys.argv[1]))]
			for file in files: os.write(file, b"late")
			print("open", flush=True)
			sys.stdin.readline()
			for file in files:
			    try: os.close(file)
			    except OSError as failure: print(errno.errorcode[failure.errno])
			'\s""";

	/**
	 * Opens files and reads them all at once on command. There is no readahead for these
	 * reads, which would continue after the program is killed.
	 */
	private static final String READER = """
			exec python3 -c '
			import os, sys, threading
			files = [os.open("known%d.txt" % i, os.O_RDONLY | os.O_DIRECT) for i in range(int(sys.argv[1]))]
			print("open", flush=True)
			sys.stdin.readline()
			for file in files: threading.Thread(target=os.read, args=(file, 5)).start()
			'\s""";

	@TempDir
	static Path directory;

	private final List<Process> programs = new ArrayList<>();

	private @Nullable RunningArchive archive;

	private @Nullable Prometheus prometheus;

	private Path documents = directory;

	private @Nullable Path spool;

	@BeforeAll
	void start() throws IOException {
		assumeTrue(Shell.has("prometheus"), "prometheus is not installed (apt-get install prometheus)");
		this.spool = Files.createDirectory(directory.resolve("spool"));
		ShellResult mounted = Shell.in(directory).run("mount -t tmpfs -o size=256m,mode=700 spool spool");
		assumeTrue(mounted.isSuccess(), () -> "No disk of its own for the spool: " + mounted.errors());
		this.archive = RunningArchive.start(directory, "--spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
				"--spring.datasource.hikari.connection-timeout=" + CONNECTION_TIMEOUT.toMillis(),
				"--fusemount.database.max-concurrent=4", "--fusemount.cache.time-to-live=1ms",
				"--fusemount.database.max-wait=60s", "--fusemount.executor.max-workers=" + WORKERS,
				"--fusemount.handles.max=" + HANDLES, "--fusemount.new-files.max=" + NEW_FILES,
				"--fusemount.unsaved.max-size=" + UNSAVED_MEGABYTES + "MB",
				"--fusemount.spool.directory=" + this.spool);
		this.documents = this.archive.mountPoint().resolve("documents");
		for (int i = 0; i < KNOWN; i++) {
			Files.writeString(this.documents.resolve("known" + i + ".txt"), "known");
		}
	}

	@AfterAll
	void stop() {
		this.programs.forEach(Process::destroyForcibly);
		try (RunningArchive last = this.archive; Prometheus first = this.prometheus) {
			this.programs.clear();
		}
		finally {
			if (this.spool != null) {
				Shell.in(directory).check("umount -l spool");
			}
		}
	}

	/**
	 * The rules look back one minute; a Prometheus that starts later has no earlier data.
	 */
	@Test
	@Order(1)
	void programsAreToldToTryAgainWhenTheApplicationTakesThePool() throws Exception {
		HikariDataSource pool = archive().bean(DataSource.class).unwrap(HikariDataSource.class);
		// The kernel looks up one name of a directory at a time, but closes many files at
		// once.
		List<Process> writers = new ArrayList<>();
		for (int i = 0; i < 2 * WORKERS; i++) {
			Process writer = program(WRITER + "1 waiting" + i + "-");
			assertThat(writer.inputReader().readLine()).isEqualTo("open");
			writers.add(writer);
		}
		// Content written here is in the cache under the version that the commit has
		// created.
		execute("update document set version = version + 1");
		Process killed = program(READER + 2 * WORKERS);
		assertThat(killed.inputReader().readLine()).isEqualTo("open");
		Process reader;
		try (Connections taken = new Connections()) {
			for (Process writer : writers) {
				proceed(writer);
			}
			await().until(() -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() >= 2);
			await().until(() -> executor().storing() == writers.size());
			assertThat(executor().waiting()).isEqualTo(writers.size());
			proceed(killed);
			// The rest of the requests waits for a worker.
			await().until(() -> executor().waiting() >= 3 * WORKERS);
			// Two that read a request at the same time may both find that few wait.
			assertThat(executor().waiting()).isLessThanOrEqualTo(3 * WORKERS + 1);
			this.prometheus = Prometheus.start(directory.resolve("prometheus"),
					ObserveFiles.impatientRules(directory.resolve("alerts.yml")), directory.resolve("data/password"),
					archive().port());
			prometheus().awaitFiring("FuseMountPoolExhausted");
			prometheus().awaitFiring("FuseMountPermitsWaiting");
			prometheus().awaitFiring("FuseMountExecutorExhausted");
			killed.destroyForcibly();
			await().until(() -> !prometheus().firing().containsKey("FuseMountExecutorExhausted"));
			assertThat(executor().storing()).as("workers in whose place others serve").isGreaterThanOrEqualTo(WORKERS);
			await().atMost(Duration.ofSeconds(60)).until(() -> !writers.stream().allMatch(Process::isAlive));
			reader = program("exec cat known0.txt");
			Instant slow = Instant.now().plusSeconds(3);
			await().until(() -> slow.isBefore(Instant.now()));
		}
		List<String> outputs = writers.stream().map(AlertingArchiveTests::output).toList();
		assertThat(outputs).containsOnly("EAGAIN", "").contains("EAGAIN", "");
		long refused = outputs.stream().filter("EAGAIN"::equals).count();
		assertThat(Shell.in(this.documents).check("cat ../.fusemount/unsaved/*"))
			.isEqualTo("late".repeat((int) refused));
		assertThat(output(reader)).isEqualTo("known");
		prometheus().awaitFiring("FuseMountSlow");
		prometheus().awaitFiring("FuseMountCommitsSlow");
	}

	@Test
	@Order(2)
	void anAlertFiresWhenNobodyWantsWhatIsUnsaved() throws IOException {
		try (Stream<Path> unsaved = Files.find(Objects.requireNonNull(this.spool), 3,
				(path, attributes) -> path.toString().contains("unsaved/") && Files.isRegularFile(path))) {
			Path copy = unsaved.findFirst().orElseThrow();
			Files.move(copy,
					copy.resolveSibling(TIMESTAMP.format(Instant.now().minus(8, ChronoUnit.DAYS)) + "-1-old.txt"));
		}
		prometheus().awaitFiring("FuseMountUnsavedOld");
		Shell.in(this.documents).check("rm ../.fusemount/unsaved/*");
	}

	@Test
	@Order(3)
	void anAlertFiresWhenTheApplicationChangesWhatProgramsEdit() throws Exception {
		Process writer = program(WRITER + (KNOWN + " known"));
		assertThat(writer.inputReader().readLine()).isEqualTo("open");
		execute("update document set version = version + 1");
		proceed(writer);
		assertThat(output(writer).lines()).hasSize(KNOWN).containsOnly("ESTALE");
		prometheus().awaitFiring("FuseMountConflicts");
	}

	@Test
	@Order(4)
	void anAlertFiresBeforeNoFileCanBeOpened() throws Exception {
		Process writer = program(WRITER + (HANDLES - 4 + " late"));
		assertThat(writer.inputReader().readLine()).isEqualTo("open");
		prometheus().awaitFiring("FuseMountHandlesNearLimit");
		proceed(writer);
		assertThat(output(writer)).isEmpty();
	}

	@Test
	@Order(5)
	void anAlertFiresWhenTheDatabaseFails() throws Exception {
		execute("alter table document rename to document_gone");
		try {
			await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
				assertThat(Shell.in(this.documents).run("cat known*.txt").errors()).contains("Input/output error");
				assertThat(prometheus().firing()).containsKey("FuseMountErrors");
			});
		}
		finally {
			execute("alter table document_gone rename to document");
		}
	}

	@Test
	@Order(6)
	void anAlertFiresBeforeTheOldestUnsavedCopyIsDeleted() throws Exception {
		Process writer = program("""
				exec 3>first.bin 4>second.bin 5>third.bin && echo open && read proceed
				head -c 1M /dev/zero >&3; exec 3>&-; head -c 1000K /dev/zero >&4; exec 4>&-; echo full; read proceed
				head -c 100K /dev/zero >&5""");
		assertThat(writer.inputReader().readLine()).isEqualTo("open");
		execute("alter table document rename to document_gone");
		try {
			proceed(writer);
			prometheus().awaitFiring("FuseMountUnsavedNearLimit");
			assertThat(unsaved()).contains("first.bin", "second.bin");
			proceed(writer);
			await().untilAsserted(
					() -> assertThat(unsaved()).doesNotContain("first.bin").contains("second.bin", "third.bin"));
		}
		finally {
			execute("alter table document_gone rename to document");
		}
		Shell.in(this.documents).check("rm ../.fusemount/unsaved/*");
	}

	@Test
	@Order(7)
	void anAlertFiresBeforeNoFileCanBeCreated() {
		Shell shell = Shell.in(this.documents);
		shell.check("for i in $(seq " + (NEW_FILES - 10) + "); do : >left$i.tmp; done");
		prometheus().awaitFiring("FuseMountNewFilesNearLimit");
		assertThat(shell.run("for i in $(seq 11); do : >more$i.tmp || exit; done").errors())
			.contains("No space left on device");
		shell.check("rm left*.tmp more*.tmp");
	}

	@Test
	@Order(8)
	void anAlertFiresBeforeNothingMoreCanBeWritten() {
		Shell.in(directory).check("head -c 240M /dev/zero >spool/others");
		prometheus().awaitFiring("FuseMountSpoolNearlyFull");
		Shell.in(directory).check("rm spool/others");
	}

	private String unsaved() {
		return Shell.in(this.documents).check("ls ../.fusemount/unsaved");
	}

	private RunningArchive archive() {
		return Objects.requireNonNull(this.archive);
	}

	private ExecutorDescriptor executor() {
		return archive().bean(FuseMountsEndpoint.class).mounts().mounts().values().iterator().next().executor();
	}

	private Prometheus prometheus() {
		return Objects.requireNonNull(this.prometheus);
	}

	private Process program(String line) {
		try {
			Process program = new ProcessBuilder("sh", "-c", line).directory(this.documents.toFile())
				.redirectErrorStream(true)
				.start();
			this.programs.add(program);
			return program;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void proceed(Process program) throws IOException {
		OutputStream input = program.getOutputStream();
		input.write('\n');
		input.flush();
	}

	/** Returns the output of a program until it ends. */
	private static String output(Process program) {
		return String.join("\n", program.inputReader().lines().toList());
	}

	private void execute(String sql) throws SQLException {
		try (Connection connection = archive().bean(DataSource.class).getConnection();
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	/**
	 * All connections of the pool, in the hands of the application.
	 */
	private final class Connections implements AutoCloseable {

		private final List<Connection> taken = new ArrayList<>();

		Connections() throws SQLException {
			for (int i = 0; i < CONNECTIONS; i++) {
				this.taken.add(archive().bean(DataSource.class).getConnection());
			}
		}

		@Override
		public void close() throws SQLException {
			for (Connection connection : this.taken) {
				connection.close();
			}
		}

	}

}
