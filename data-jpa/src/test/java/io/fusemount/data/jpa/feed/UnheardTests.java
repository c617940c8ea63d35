package io.fusemount.data.jpa.feed;

import java.sql.DriverManager;
import java.time.Duration;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.feed.unheard.UnheardApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A feed of an application with rows of which nobody can tell.
 */
class UnheardTests {

	@Test
	void whatCannotBeHeardOfIsNamedAndTheRestIsHeardWithoutAnyAssurance() throws Exception {
		String url = Postgres.createDatabase("unheard-feed");
		JdbcTemplate other = new JdbcTemplate(new DriverManagerDataSource(url));
		try (ConfigurableApplicationContext application = TestDatabase.start(url, UnheardApplication.class)) {
			JpaDirectories directories = new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			PostgresChangeFeed feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url),
					Duration.ofMinutes(1));
			assertThat(feed.unheard()).containsExactlyInAnyOrder("Report is a query (@Subselect)",
					"Measured.size is a formula that asks other rows");
			assertThat(feed.tables()).containsExactlyInAnyOrder("plain", "measured");
			ChangeFeedScript.run(other);
			ChangeFeedScript.watch(other, "plain", "measured");
			News news = new News();
			feed.subscribe(news);
			feed.start();
			assertThat(news.before(News.MISSED)).isEmpty();
			other.update("insert into plain (id, name, content) values (1, 'a.txt', 'text')");
			assertThat(news.before("Plain 1")).isEmpty();
			assertThat(news.assured()).isZero();
			assertThat(feed.trouble()).isNull();
			feed.stop();
		}
	}

}
