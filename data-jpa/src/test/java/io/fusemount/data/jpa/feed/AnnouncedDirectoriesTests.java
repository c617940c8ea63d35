package io.fusemount.data.jpa.feed;

import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.cabinet.CabinetApplication;
import io.fusemount.data.jpa.claims.ClaimsApplication;
import io.fusemount.data.jpa.feed.files.FilesApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Of which directories the feed tells every change.
 */
class AnnouncedDirectoriesTests {

	@Test
	void aDirectoryIsAnnouncedIfOnlyItsOwnRowsSayWhatIsInIt() throws Exception {
		assertThat(announced("files", FilesApplication.class)).containsOnly(Map.entry("apart", true),
				Map.entry("homonyms", false), Map.entry("parted", false), Map.entry("shelves", true),
				Map.entry("desks", false));
		assertThat(announced("trees", ClaimsApplication.class)).hasSizeGreaterThan(5)
			.allSatisfy((path, announced) -> assertThat(announced).isFalse());
	}

	@Test
	void aDirectoryInATreeIsAnnouncedWhereAKeyKeepsItsDirectoriesAndItsFilesApart() throws Exception {
		String url = Postgres.createDatabase("announced-tree");
		try (ConfigurableApplicationContext started = TestDatabase.start(url, CabinetApplication.class)) {
			JpaDirectories directories = new JpaDirectories(started.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			PostgresChangeFeed feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url),
					Duration.ofMinutes(1));
			Directory top = Objects.requireNonNull(directories.directories().get("files"));
			// Nulls are not equal, so that two rows without a parent may have one name.
			assertThat(top.announcedBy()).isNull();
			assertThat(top.createDirectory(new Name("folder"), Ownership.NONE).announcedBy()).isSameAs(feed);
		}
	}

	/** Returns the outermost directories, and whether they are announced. */
	private static Map<String, Boolean> announced(String database, Class<?> application) throws Exception {
		String url = Postgres.createDatabase("announced-" + database);
		try (ConfigurableApplicationContext started = TestDatabase.start(url, application)) {
			JpaDirectories directories = new JpaDirectories(started.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			Map<String, Directory> outermost = directories.directories();
			assertThat(outermost.values()).allSatisfy((each) -> assertThat(each.announcedBy()).isNull());
			PostgresChangeFeed feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url),
					Duration.ofMinutes(1));
			return outermost.entrySet()
				.stream()
				.collect(Collectors.toMap(Map.Entry::getKey, (each) -> each.getValue().announcedBy() == feed));
		}
	}

}
