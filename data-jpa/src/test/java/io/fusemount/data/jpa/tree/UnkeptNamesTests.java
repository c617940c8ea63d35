package io.fusemount.data.jpa.tree;

import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.cabinet.CabinetApplication;
import io.fusemount.data.jpa.feed.files.FilesApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the log says of directories whose names nothing in the database keeps apart.
 */
class UnkeptNamesTests {

	private static final String LOCKED = ". FuseMount locks a name while it makes it, which all nodes respect; names that "
			+ "the application makes are not locked (";

	@Test
	void aTableWhoseNamesAreNotUniqueIsSaid() {
		assertThat(lines("unkeptfiles", FilesApplication.class)).containsExactly(
				"Nothing in the database keeps the names in 'homonyms' apart: Homonym.name is not unique there" + LOCKED
						+ "a unique constraint of (name) of homonym keeps its names apart without a lock)");
	}

	@Test
	void severalTablesInOneDirectoryAndNullsAreSaid() {
		assertThat(lines("unkepttree", CabinetApplication.class))
			.containsExactly("Nothing in the database keeps the names in 'files' apart: they are in several tables, "
					+ "folder and paper; Folder.name is not unique where a column of the constraint has no value, for "
					+ "nulls are not equal; Paper.title is not unique where a column of the constraint has no value, "
					+ "for nulls are not equal" + LOCKED + "no constraint spans these; unique nulls not distinct "
					+ "(parent_id, name) of folder, or a generated column in its place, keeps them apart there, too; "
					+ "unique nulls not distinct (folder_id, title) of paper, or a generated column in its place, keeps "
					+ "them apart there, too)");
	}

	@Test
	void nullsThatAreEqualNeedNoWords() {
		assertThat(lines("keptnulls", CabinetApplication.class,
				"create unique index on folder (parent_id, name) nulls not distinct",
				"create unique index on paper (folder_id, title) nulls not distinct"))
			.containsExactly("Nothing in the database keeps the names in 'files' apart: they are in several tables, "
					+ "folder and paper" + LOCKED + "no constraint spans these)");
	}

	private static List<String> lines(String database, Class<?> application, String... statements) {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		Logger logger = (Logger) LoggerFactory.getLogger(JpaDirectories.class);
		logger.addAppender(log);
		String url = Postgres.createDatabase(database);
		try (ConfigurableApplicationContext started = TestDatabase.start(url, application)) {
			JdbcTemplate jdbc = new JdbcTemplate(started.getBean(javax.sql.DataSource.class));
			List.of(statements).forEach(jdbc::execute);
			new JpaDirectories(started.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			return log.list.stream()
				.map(ILoggingEvent::getFormattedMessage)
				.filter((line) -> line.startsWith("Nothing in the database"))
				.toList();
		}
		finally {
			logger.detachAppender(log);
		}
	}

}
