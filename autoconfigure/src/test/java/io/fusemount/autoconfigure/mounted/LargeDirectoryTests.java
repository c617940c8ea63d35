package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A directory of more files than the kernel may remember, on PostgreSQL, in a JVM with
 * little memory.
 * <p>
 * {@code -Dfusemount.large.rows=1000000} uses that number of files; the log has a line
 * for each program.
 */
@EnabledIfFuse
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 1, unit = TimeUnit.HOURS)
class LargeDirectoryTests {

	private static final System.Logger logger = System.getLogger(LargeDirectoryTests.class.getName());

	private static final int ROWS = Integer.getInteger("fusemount.large.rows", 140_000);

	private static final int PAGES = (ROWS + 999) / 1000;

	private static final long MEGABYTE = 1 << 20;

	@TempDir
	static Path directory;

	private static EmbeddedPostgres server;

	private static LargeTable table;

	private static ChildProgram service;

	private static Path files;

	private static Shell shell;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
		// Takes precedence over the command line of the program.
		List<String> small = List.of("env", "_JAVA_OPTIONS=-Xmx256m");
		service = MountedApplication.startChild(small, server.getJdbcUrl("postgres", "postgres"), directory,
				"--spring.jpa.properties.hibernate.generate_statistics=true",
				"--logging.level.org.hibernate.engine.internal.StatisticalLoggingSessionEventListener=off");
		table = new LargeTable(server, ROWS);
		files = MountedApplication.files(directory);
		shell = Shell.in(files).withTimeout(Duration.ofMinutes(30));
		long begin = System.nanoTime();
		assertThat(table.read()).isEqualTo(ROWS);
		log("the query by JDBC", begin, 1);
	}

	@AfterAll
	static void stop() throws IOException {
		service.close();
		server.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
			ls -U;      ls -U | sort -u | wc -l; 1
			ls -l;      ls -l | grep -c ' 7 .* file-'; 1
			find -size; find . -type f -size 7c | sort -u | wc -l; 1
			du;         du -sb . | cut -f1; 7
			rsync -an;  rsync -an --out-format='%n %l' ./ ../../none/ | grep -c '^file-[0-9]* 7$'; 1
			""")
	void programsSeeEveryFileForTheStatementsOfAListing(String name, String line, int times) throws IOException {
		long scans = table.scans();
		shell.check("ls ..");
		long statements = statements();
		long begin = System.nanoTime();
		assertThat(shell.check(line).strip()).isEqualTo(Long.toString((long) times * ROWS));
		long taken = statements() - statements;
		log(name, begin, taken);
		// find and du read 100,000 names ahead, and of the page behind these some are
		// lost.
		assertThat(taken).isBetween((long) PAGES, PAGES + ROWS / 100L);
		assertThat(table.scans()).isEqualTo(scans);
	}

	@Test
	void theFirstEntryComesWithTheFirstPage() throws IOException {
		for (int i = 0; i < 10; i++) {
			shell.check("ls ..");
			long statements = statements();
			long begin = System.nanoTime();
			try (DirectoryStream<Path> listing = Files.newDirectoryStream(files)) {
				assertThat(listing.iterator().next().getFileName().toString()).startsWith("file-");
			}
			log("first entry", begin, statements() - statements);
			assertThat(statements() - statements).isLessThanOrEqualTo(2);
		}
	}

	@Test
	void whatIsHeldDoesNotGrowWithWhatIsListed() throws IOException {
		String lines = "ls -l | wc -l; find . -type f -size 7c | wc -l";
		shell.check(lines);
		long once = heap();
		shell.check(lines);
		assertThat(heap()).isLessThan(once + 16 * MEGABYTE);
	}

	/** After those that count all rows. */
	@Order(Integer.MAX_VALUE)
	@ParameterizedTest
	@ValueSource(strings = { "ls -U", "find . -type f -size 7c -printf '%f\\n'" })
	void whatStaysIsListedOnceWhateverComesAndGoes(String line) throws Exception {
		AtomicBoolean ended = new AtomicBoolean();
		AtomicInteger changes = new AtomicInteger();
		CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
			while (!ended.get()) {
				table.change();
				changes.incrementAndGet();
			}
		});
		List<String> listed;
		try {
			// A file that was deleted in the meantime cannot be examined.
			listed = shell.run(line).output().lines().toList();
		}
		finally {
			ended.set(true);
		}
		others.get();
		assertThat(changes).hasPositiveValue();
		Set<String> distinct = new HashSet<>(listed);
		assertThat(distinct).hasSameSizeAs(listed);
		assertThat(distinct.containsAll(table.unchanged())).isTrue();
		logger.log(System.Logger.Level.INFO, "{0}: {1} entries during {2} changes of 4 rows", line, listed.size(),
				changes.get());
	}

	private static long statements() {
		service.send("statements?");
		return Long.parseLong(service.await("Statements: "));
	}

	/** In bytes, after a collection. */
	private static long heap() {
		service.send("heap?");
		return Long.parseLong(service.await("Heap: "));
	}

	private static void log(String what, long begin, long statements) throws IOException {
		long micros = (System.nanoTime() - begin) / 1000;
		String anonymous = Files.readAllLines(Path.of("/proc/" + service.pid() + "/status"))
			.stream()
			.filter((line) -> line.startsWith("RssAnon:"))
			.findFirst()
			.orElseThrow()
			.replaceAll("\\D", "");
		logger.log(System.Logger.Level.INFO, "{0} rows, {1}: {2} ms, {3} statements, heap {4} MB, RssAnon {5} MB", ROWS,
				what, micros / 1000.0, statements, heap() / MEGABYTE, Long.parseLong(anonymous) / 1024);
	}

}
