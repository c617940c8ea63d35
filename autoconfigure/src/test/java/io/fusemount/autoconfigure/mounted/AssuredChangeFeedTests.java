package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

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
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application without caching, except for an hour while its change feed receives
 * everything.
 */
@EnabledIfFuse
@Timeout(120)
class AssuredChangeFeedTests {

	private static final int FILES = 50;

	@TempDir
	static Path directory;

	private static EmbeddedPostgres server;

	private static ConfigurableApplicationContext application;

	/** Another program, such as psql. */
	private static JdbcTemplate program;

	private static PostgresChangeFeed feed;

	private static Statistics statistics;

	private static Path files;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
		program = new JdbcTemplate(server.getPostgresDatabase());
		program.execute("create role listener login");
		application = MountedApplication.start(server.getJdbcUrl("postgres", "postgres"), directory,
				"--fusemount.cache.time-to-live=0s", "--fusemount.change-feed.postgresql.enabled=true",
				"--fusemount.change-feed.postgresql.time-to-live=1h",
				"--fusemount.change-feed.postgresql.url=" + server.getJdbcUrl("listener", "postgres"),
				"--spring.jpa.properties.hibernate.generate_statistics=true",
				"--logging.level.org.hibernate.engine.internal.StatisticalLoggingSessionEventListener=off");
		feed = application.getBean(PostgresChangeFeed.class);
		statistics = application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class).getStatistics();
		files = MountedApplication.files(directory);
		Files.writeString(files.resolve("file"), "content");
		Files.writeString(files.resolve("other"), "content");
		for (int i = 1; i <= FILES; i++) {
			Files.writeString(files.resolve("kept" + i), "content");
		}
		assertThat(look()).as("nothing is announced yet").isGreaterThanOrEqualTo(FILES);
		try (InputStream script = Objects.requireNonNull(
				PostgresChangeFeed.class.getResourceAsStream("/META-INF/fusemount/change-feed-postgresql.sql"))) {
			program.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
		}
		program.execute("select fusemount_watch('stored_file')");
		awaitAssurance();
	}

	@AfterAll
	static void stop() throws IOException {
		application.close();
		server.close();
	}

	/** Looks at the files that stay, and returns how many statements that was. */
	private static long look() {
		return statements("stat $(seq -f kept%g " + FILES + ")");
	}

	/** Waits until they are known, and stay so. */
	private static void awaitAssurance() {
		Awaitility.await().until(() -> look() == 0);
	}

	@Test
	void whatIsKnownCostsNoStatementWhileTheFeedHearsOfEverything() {
		awaitAssurance();
		assertThat(look()).isZero();
		program.update("update stored_file set size = size where name = 'kept1'");
		Awaitility.await().until(() -> look() == 1);
		assertThat(look()).isZero();
	}

	@Test
	void aDirectoryInWhichNothingChangesCostsNoStatementToBeListed() {
		awaitAssurance();
		for (String look : new String[] { "ls -l", "find . -type f", "du -a ." }) {
			Awaitility.await().until(() -> statements(look) == 0);
		}
		program.update("insert into stored_file (id, name, size, version) values (-1, 'inserted', 0, 0)");
		Awaitility.await().untilAsserted(() -> assertThat(Shell.in(files).check("ls")).contains("inserted"));
		program.update("delete from stored_file where id = -1");
		Awaitility.await().untilAsserted(() -> assertThat(Shell.in(files).check("ls")).doesNotContain("inserted"));
		assertThat(statements("ls -l")).isZero();
		Shell.in(files).check("echo content > created");
		assertThat(Shell.in(files).check("ls")).contains("created");
		Shell.in(files).check("mv created moved");
		assertThat(Shell.in(files).check("ls")).contains("moved").doesNotContain("created");
		Shell.in(files).check("rm moved");
		assertThat(Shell.in(files).check("ls")).doesNotContain("moved");
	}

	private static long statements(String line) {
		long before = statistics.getPrepareStatementCount();
		Shell.in(files).check(line);
		return statistics.getPrepareStatementCount() - before;
	}

	@Test
	void withoutAConnectionWhatOthersChangeIsSeenAsWithoutAFeed() {
		assertThat(files.resolve("file")).hasSize(7);
		assertThat(files.resolve("other")).hasSize(7);
		awaitAssurance();
		program.execute("alter role listener connection limit 0");
		program.execute(
				"select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fusemount-change-feed'");
		Awaitility.await().until(() -> feed.trouble() != null);
		// Known, by the kernel too, for another hour if the connection were there.
		program.update("update stored_file set name = 'renamed' where name = 'file'");
		assertThat(files.resolve("renamed")).exists();
		assertThat(files.resolve("file")).doesNotExist();
		program.update("update stored_file set size = 4, content = lo_from_bytea(0, 'psql'), version = version + 1 "
				+ "where name = 'other'");
		assertThat(files.resolve("other")).hasSize(4).hasContent("psql");
		assertThat(look()).isGreaterThanOrEqualTo(FILES);
		program.execute("alter role listener connection limit -1");
		awaitAssurance();
	}

}
