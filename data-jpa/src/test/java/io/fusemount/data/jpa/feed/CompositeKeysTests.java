package io.fusemount.data.jpa.feed;

import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.shapes.CompositeIds;
import io.fusemount.data.jpa.shapes.ShapesApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * News about rows that have ids of several columns, escapes in them included.
 */
class CompositeKeysTests {

	@Test
	void changesAreToldOfTheFilesThatTheRowsAre() throws Exception {
		String url = Postgres.createDatabase("composite-feed");
		JdbcTemplate other = new JdbcTemplate(new DriverManagerDataSource(url));
		try (ConfigurableApplicationContext application = TestDatabase.start(url, ShapesApplication.class)) {
			JpaDirectories directories = new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			PostgresChangeFeed feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url),
					Duration.ZERO);
			ChangeFeedScript.run(other);
			ChangeFeedScript.watch(other, feed.tables().toArray(String[]::new));
			News news = new News();
			feed.subscribe(news);
			feed.start();
			assertThat(news.before(News.MISSED)).isEmpty();
			List<String> keys = new ArrayList<>();
			for (String path : CompositeIds.directories()) {
				Directory directory = Objects.requireNonNull(directories.directories().get(path));
				NodeKey key = directory.create(new Name("a.txt"), new FileChanges(null, null)).key();
				assertThat(key.id()).contains(",");
				keys.add(key.space() + " " + key.id());
			}
			List<String> named = other.queryForList(
					"select table_name from information_schema.columns where column_name = 'name'", String.class);
			named.retainAll(feed.tables());
			for (String table : named) {
				other.update("update " + table + " set name = 'b.txt' where name = 'a.txt'");
			}
			news.await(keys);
			feed.stop();
		}
	}

}
