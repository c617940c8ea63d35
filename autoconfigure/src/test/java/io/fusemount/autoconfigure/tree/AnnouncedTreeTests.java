package io.fusemount.autoconfigure.tree;

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
 * A tree of an application without caching, except for an hour while its change feed
 * receives everything. Each test begins in a directory with files and directories.
 */
@EnabledIfFuse
@Timeout(120)
class AnnouncedTreeTests {

	@TempDir
	static Path directory;

	private static EmbeddedPostgres server;

	private static ConfigurableApplicationContext application;

	/** Another program, such as psql. */
	private static JdbcTemplate program;

	private static Statistics statistics;

	private static Path outer;

	@BeforeAll
	static void start() throws IOException {
		server = EmbeddedPostgres.start();
		program = new JdbcTemplate(server.getPostgresDatabase());
		application = TreeApplication.start(server.getJdbcUrl("postgres", "postgres"), directory,
				"--fusemount.cache.time-to-live=0s", "--fusemount.change-feed.postgresql.enabled=true",
				"--fusemount.change-feed.postgresql.time-to-live=1h",
				// Also apart at the top, where rows have no parent.
				"--spring.jpa.properties.jakarta.persistence.sql-load-script-source=/io/fusemount/autoconfigure/tree/keys.sql",
				"--spring.jpa.properties.hibernate.generate_statistics=true",
				"--logging.level.org.hibernate.engine.internal.StatisticalLoggingSessionEventListener=off");
		statistics = application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class).getStatistics();
		// apart.
		outer = TreeApplication.tree(directory).resolve("outer");
		Files.createDirectories(outer.resolve("inner/innermost"));
		for (String file : new String[] { "taken", "kept", "inner/file" }) {
			Files.writeString(outer.resolve(file), "content");
		}
		try (InputStream script = Objects.requireNonNull(
				PostgresChangeFeed.class.getResourceAsStream("/META-INF/fusemount/change-feed-postgresql.sql"))) {
			program.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
		}
		program.execute("select fusemount_watch('folder')");
		program.execute("select fusemount_watch('paper')");
		Awaitility.await().until(() -> look() == 0);
	}

	@AfterAll
	static void stop() throws IOException {
		application.close();
		server.close();
	}

	/** Looks at what is there, and returns how many statements that was. */
	private static long look() {
		return statements("stat inner inner/innermost inner/file taken kept && ls -lR");
	}

	private static long statements(String line) {
		long before = statistics.getPrepareStatementCount();
		Shell.in(outer).check(line);
		return statistics.getPrepareStatementCount() - before;
	}

	private static boolean holds(String condition) {
		return Shell.in(outer).run(condition).isSuccess();
	}

	@Test
	void whatIsKnownOfATreeCostsNoStatementWhileTheFeedHearsOfEverything() {
		Awaitility.await().until(() -> look() == 0);
		assertThat(look()).isZero();
		program.update("update folder set name = 'renamed' where name = 'innermost'");
		Awaitility.await().until(() -> holds("test -d inner/renamed && ! test -e inner/innermost"));
		program.update("update folder set name = 'innermost' where name = 'renamed'");
		Awaitility.await().until(() -> holds("test -d inner/innermost && ! test -e inner/renamed"));
		Awaitility.await().until(() -> look() == 0);
	}

	@Test
	void aDirectoryTakesTheNameOfAFileAsSoonAsAnotherProgramHasMadeIt() {
		Awaitility.await().until(() -> look() == 0);
		program.update("insert into folder (id, name, parent_id, version) "
				+ "select -1, 'taken', id, 0 from folder where name = 'outer'");
		Awaitility.await().until(() -> holds("test -d taken"));
		assertThat(Shell.in(outer).check("cat taken~*")).isEqualTo("content");
		program.update("delete from folder where id = -1");
		Awaitility.await().until(() -> holds("test -f taken"));
		assertThat(Shell.in(outer).check("cat taken")).isEqualTo("content");
	}

	@Test
	void aDirectoryTakesTheNameOfAFileAsSoonAsTheApplicationHasMadeIt() {
		Awaitility.await().until(() -> look() == 0);
		FolderRepository folders = application.getBean(FolderRepository.class);
		Folder made = new Folder();
		made.name = "kept";
		made.parent = folders.findByNameAndParent("outer", null);
		folders.save(made);
		assertThat(outer.resolve("kept")).isDirectory();
		folders.delete(made);
		assertThat(outer.resolve("kept")).isRegularFile().hasContent("content");
	}

}
