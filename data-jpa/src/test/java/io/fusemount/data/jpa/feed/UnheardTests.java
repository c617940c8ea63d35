package io.fusemount.data.jpa.feed;

import java.sql.DriverManager;
import java.time.Duration;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.feed.unheard.UnheardApplication;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
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

	private static final JpaSettings SETTINGS = new JpaSettings(DetectionStrategy.ANNOTATED, new AnyMount(), 1000,
			Duration.ofSeconds(30), 1 << 20);

	@Test
	void whatCannotBeHeardOfIsNamedAndTheRestIsHeardWithoutAnyAssurance() throws Exception {
		String url = Postgres.createDatabase("unheard-feed");
		JdbcTemplate other = new JdbcTemplate(new DriverManagerDataSource(url));
		try (ConfigurableApplicationContext application = TestDatabase.start(url, UnheardApplication.class)) {
			JpaDirectories directories = new JpaDirectories(application.getBeanFactory(), SETTINGS,
					new DatabasePermits(2, Duration.ofSeconds(10)));
			PostgresChangeFeed feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(url),
					Duration.ofMinutes(1));
			assertThat(feed.unheard()).containsExactlyInAnyOrder("Report is a query (@Subselect)",
					"Measured.size is a formula that asks other rows", "Plain and Shown are of one table",
					"Selected is restricted by other rows (@SQLRestriction)",
					"Changed is in several mounts, one of which can change it");
			assertThat(feed.tables()).containsExactlyInAnyOrder("plain", "measured", "selected", "changed");
			ChangeFeedScript.run(other);
			ChangeFeedScript.watch(other, "plain", "measured", "selected", "changed");
			News news = new News();
			feed.subscribe(news);
			feed.start();
			assertThat(news.before(News.MISSED)).isEmpty();
			other.update("insert into plain (id, name, content) values (1, 'a.txt', 'text')");
			assertThat(news.before("Shown 1")).containsExactly("Plain 1");
			assertThat(news.assured()).isZero();
			assertThat(feed.trouble()).isNull();
			feed.stop();
		}
	}

	/** Has every mount that is named. */
	private static final class AnyMount implements MountPlan {

		@Override
		public String find(String named) {
			return named.isEmpty() ? DEFAULT_NAME : named;
		}

		@Override
		public boolean isReadOnly(String name) {
			return name.equals(DEFAULT_NAME);
		}

	}

}
