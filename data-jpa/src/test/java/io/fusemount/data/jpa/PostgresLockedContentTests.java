package io.fusemount.data.jpa;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.loaded.LoadedApplication;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Large objects of PostgreSQL whose row is locked by a statement of its own, for nothing
 * else would be right.
 */
class PostgresLockedContentTests {

	private static final PatternContent CONTENT = new PatternContent(1, 5000);

	@Test
	void rowsOfAViewDoNotSayWhoStoredThem() {
		try (ConfigurableApplicationContext application = TestDatabase.start(Postgres.createDatabase("views"),
				ArchiveApplication.class)) {
			JdbcTemplate jdbc = new JdbcTemplate(application.getBean(DataSource.class));
			jdbc.execute("alter table invoice rename to stored");
			jdbc.execute("create view invoice as select * from stored");
			Directory invoices = directory(application, "archive/invoices");
			Statements statements = application.getBean(Statements.class);
			RegularFile file = append(create(invoices));
			statements.clear();
			invoices.delete(file);
			// The row is locked, the large object removed, the row deleted.
			assertThat(statements.all()).hasSize(3);
			assertThat(jdbc.queryForObject("select count(*) from pg_largeobject_metadata", Long.class)).isZero();
		}
	}

	@Test
	void entitiesThatLookAtTheirContentSeeItAsItWas() {
		try (ConfigurableApplicationContext application = TestDatabase.start(Postgres.createDatabase("loaded"),
				LoadedApplication.class)) {
			Directory photographs = directory(application, "photographs");
			RegularFile file = create(photographs).update(new FileChanges(new PatternContent(2, 7000), null));
			photographs.delete(file);
			JdbcTemplate jdbc = new JdbcTemplate(application.getBean(DataSource.class));
			assertThat(jdbc.queryForObject("select count(*) from pg_largeobject_metadata", Long.class)).isZero();
		}
	}

	@Test
	void tablesOfSubclassesAreJoined() {
		try (ConfigurableApplicationContext application = TestDatabase.start(Postgres.createDatabase("joined"),
				LoadedApplication.class)) {
			Directory pictures = directory(application, "pictures");
			RegularFile file = append(create(pictures));
			pictures.delete(file.update(new FileChanges(new PatternContent(2, 7000), null)));
			JdbcTemplate jdbc = new JdbcTemplate(application.getBean(DataSource.class));
			assertThat(jdbc.queryForObject("select count(*) from pg_largeobject_metadata", Long.class)).isZero();
		}
	}

	private static RegularFile create(Directory directory) {
		return directory.create(new Name("a"), new FileChanges(CONTENT, null));
	}

	private static RegularFile append(RegularFile file) {
		RegularFile longer = file.update(new FileChanges(
				new PatternPatch(CONTENT, new PatternContent(2, 5010), 5000, List.of(new ByteRange(5000, 5010))),
				null));
		assertThat(longer.attributes().size()).isEqualTo(5010);
		return longer;
	}

	private static Directory directory(ConfigurableApplicationContext application, String path) {
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, 10, Duration.ofMinutes(1), 64 << 20);
		JpaDirectories directories = new JpaDirectories(application.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)));
		return Objects.requireNonNull(directories.directories().get(path));
	}

}
