package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.data.jpa.feed.PostgresChangeFeed;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.persistence.EntityManagerFactory;
import org.awaitility.Awaitility;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three applications, each in a JVM of its own, on one table of one PostgreSQL, that
 * cache for an hour and receive changes. This is the JVM of the test.
 */
@EnabledIfFuse
@ExtendWith(OutputCaptureExtension.class)
@Timeout(600)
class ChangeFeedTests {

	/** A change that takes longer was not received. */
	private static final Duration HEARD = Duration.ofSeconds(5);

	private static final String[] SETTINGS = { "--fusemount.cache.time-to-live=1h",
			"--fusemount.change-feed.postgresql.enabled=true" };

	@TempDir
	static Path hereDirectory;

	@TempDir
	static Path thereDirectory;

	@TempDir
	static Path elsewhereDirectory;

	private static EmbeddedPostgres server;

	private static ConfigurableApplicationContext hereApplication;

	private static ChildProgram thereService;

	private static ChildProgram elsewhereService;

	private static Path here;

	private static Path there;

	private static Path elsewhere;

	/** Another program, such as psql. */
	private static JdbcTemplate program;

	@BeforeAll
	static void start(CapturedOutput output) throws IOException {
		server = EmbeddedPostgres.start();
		String url = server.getJdbcUrl("postgres", "postgres");
		hereApplication = MountedApplication.start(url, hereDirectory, SETTINGS[0], SETTINGS[1],
				"--spring.jpa.properties.hibernate.generate_statistics=true",
				"--logging.level.org.hibernate.engine.internal.StatisticalLoggingSessionEventListener=off");
		await(() -> output.getOut()
			.contains(
					"Changes by others in stored_file are seen after fusemount.cache.time-to-live, and no earlier: its "
							+ "triggers are missing, or not enabled. As its owner, run once: select "
							+ "fusemount_watch('stored_file', 'id');"));
		program = new JdbcTemplate(server.getPostgresDatabase());
		try (InputStream script = Objects.requireNonNull(
				PostgresChangeFeed.class.getResourceAsStream("/META-INF/fusemount/change-feed-postgresql.sql"))) {
			program.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
		}
		program.execute("select fusemount_watch('stored_file')");
		thereService = MountedApplication.startChild(url, thereDirectory, SETTINGS);
		elsewhereService = MountedApplication.startChild(url, elsewhereDirectory, SETTINGS);
		here = MountedApplication.files(hereDirectory);
		there = MountedApplication.files(thereDirectory);
		elsewhere = MountedApplication.files(elsewhereDirectory);
		await(() -> program
			.queryForList("select 1 from pg_stat_activity "
					+ "where application_name = 'fusemount-change-feed' and query not like 'listen%'")
			.size() == 3);
	}

	@AfterAll
	static void stop() throws IOException {
		hereApplication.close();
		thereService.close();
		elsewhereService.close();
		server.close();
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(HEARD).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(condition);
	}

	/** Waits until it is seen, and returns how long that took. */
	private static Duration seen(Callable<Boolean> condition) {
		long start = System.nanoTime();
		await(condition);
		return Duration.ofNanos(System.nanoTime() - start);
	}

	private static String cat(Path file) {
		return Shell.in(Path.of("/")).run("cat " + Shell.quote(file)).output();
	}

	private static String ls(Path directory) {
		return Shell.in(directory).check("ls -l");
	}

	private static boolean isSeen(String name, String content) {
		return cat(there.resolve(name)).equals(content) && cat(elsewhere.resolve(name)).equals(content)
				&& ls(there).contains(" " + name + "\n") && ls(elsewhere).contains(" " + name + "\n");
	}

	@Test
	@Semantics("With the change feed of PostgreSQL, a change that anybody commits is seen by the next lookup, "
			+ "whatever the time-to-live: by another node, a `@Modifying` query, or any other program.")
	void whatANodeAQueryOrAnotherProgramCommitsIsSeenOnEveryNode() throws IOException {
		// A missing name is cached for an hour, too.
		assertThat(isSeen("node.txt", "")).isFalse();
		Files.writeString(here.resolve("node.txt"), "first");
		await(() -> isSeen("node.txt", "first"));
		Files.writeString(there.resolve("node.txt"), "second, longer");
		await(() -> isSeen("node.txt", "second, longer") && cat(here.resolve("node.txt")).equals("second, longer"));
		assertThat(isSeen("query.txt", "")).isFalse();
		assertThat(cat(here.resolve("query.txt"))).isEmpty();
		assertThat(hereApplication.getBean(StoredFileRepository.class).rename("node.txt", "query.txt")).isOne();
		await(() -> isSeen("query.txt", "second, longer") && cat(here.resolve("query.txt")).equals("second, longer"));
		assertThat(here.resolve("node.txt")).doesNotExist();
		program.update("update stored_file set name = 'program.txt' where name = 'query.txt'");
		await(() -> isSeen("program.txt", "second, longer") && Files.exists(here.resolve("program.txt")));
		program.update("update stored_file set size = 6, content = lo_from_bytea(0, 'psql!!'), version = version + 1 "
				+ "where name = 'program.txt'");
		await(() -> isSeen("program.txt", "psql!!"));
		program.update("delete from stored_file where name = 'program.txt'");
		for (Path node : List.of(here, there, elsewhere)) {
			await(() -> Files.notExists(node.resolve("program.txt")));
		}
	}

	@Test
	void aChangeIsSeenInMuchLessThanTheTimeToLive() throws IOException {
		Files.writeString(here.resolve("timed-0"), "x");
		List<Duration> taken = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			Path next = Path.of("timed-" + (i + 1));
			assertThat(there.resolve(next)).doesNotExist();
			assertThat(elsewhere.resolve(next)).doesNotExist();
			program.update("update stored_file set name = ? where name = ?", next.toString(), "timed-" + i);
			taken.add(seen(() -> Files.exists(there.resolve(next)) && Files.exists(elsewhere.resolve(next))));
		}
		Collections.sort(taken);
		System.out.printf("A change by SQL was seen on two other nodes after %d µs (median), %d µs (longest of %d)%n",
				taken.get(taken.size() / 2).toNanos() / 1000, taken.get(taken.size() - 1).toNanos() / 1000,
				taken.size());
		assertThat(taken.get(taken.size() - 1)).isLessThan(HEARD);
	}

	@Test
	@Semantics("Changes that the application itself commits by its sessions, and changes by programs through the "
			+ "mount, cost no additional statement with the change feed.")
	void aSaveThroughTheMountCostsNoStatementMore() throws IOException {
		Statistics statistics = hereApplication.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactory.class)
			.getStatistics();
		Files.writeString(here.resolve("own.txt"), "first");
		Files.writeString(here.resolve("own.txt"), "second");
		Shell.in(here).check("touch -d 2001-01-01 own.txt");
		awaitNews();
		long before = statistics.getPrepareStatementCount();
		assertThat(Files.size(here.resolve("own.txt"))).isEqualTo(6);
		assertThat(here.resolve("own.txt")).hasContent("second");
		assertThat(statistics.getPrepareStatementCount()).isEqualTo(before);
	}

	/** Changes arrive in the order of commits: earlier commits have been reported. */
	private static void awaitNews() throws IOException {
		String marker = "marker-" + System.nanoTime();
		Files.writeString(here.resolve(marker), "x");
		program.update("update stored_file set name = ? where name = ?", marker + "-heard", marker);
		await(() -> Files.exists(here.resolve(marker + "-heard")));
	}

	@Test
	@Semantics("After the connection of the change feed was lost and is back, no cached name is used without asking "
			+ "the database.")
	void whatWasChangedWhileNobodyListenedIsSeenAfterwards() throws IOException {
		Files.writeString(here.resolve("before.txt"), "content");
		await(() -> isSeen("before.txt", "content"));
		assertThat(isSeen("after.txt", "")).isFalse();
		// This change is not reported.
		program.execute("alter table stored_file disable trigger user");
		program.update("update stored_file set name = 'after.txt' where name = 'before.txt'");
		program.execute("alter table stored_file enable trigger user");
		assertThat(isSeen("after.txt", "content")).isFalse();
		assertThat(program.queryForList(
				"select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fusemount-change-feed'"))
			.hasSize(3);
		await(() -> isSeen("after.txt", "content"));
		program.update("update stored_file set name = 'again.txt' where name = 'after.txt'");
		await(() -> isSeen("again.txt", "content"));
	}

}
