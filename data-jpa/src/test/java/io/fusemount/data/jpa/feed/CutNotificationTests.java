package io.fusemount.data.jpa.feed;

import java.net.URI;
import java.sql.DriverManager;
import java.time.Duration;

import io.fusemount.conformance.database.Relay;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.claims.ClaimsApplication;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A network that falls silent in the middle of what the server announces.
 */
@Timeout(180)
class CutNotificationTests {

	/** Fewer than the head of an announcement has. */
	private static final int SOME_BYTES = 8;

	@Test
	void theRestOfAnAnnouncementIsNotWaitedForWithoutALimit() throws Exception {
		String url = Postgres.createDatabase("cut-notification");
		int port = URI.create(url.substring("jdbc:".length())).getPort();
		JdbcTemplate other = new JdbcTemplate(new DriverManagerDataSource(url));
		try (Relay network = new Relay(port);
				ConfigurableApplicationContext application = TestDatabase.start(url, ClaimsApplication.class)) {
			ChangeFeedScript.run(other);
			ChangeFeedScript.watch(other, "photo");
			JpaDirectories directories = new JpaDirectories(application.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			String relayed = url.replace(":" + port, ":" + network.port());
			PostgresChangeFeed feed = directories.postgresChangeFeed(() -> DriverManager.getConnection(relayed),
					Duration.ZERO);
			News news = new News();
			feed.subscribe(news);
			feed.start();
			assertThat(news.before(News.MISSED)).isEmpty();
			other.update("insert into photo (id, name, size, version) values (1, 'a.jpg', 0, 0)");
			assertThat(news.before("Photo 1")).isEmpty();
			network.cutAnswersAfter(SOME_BYTES);
			other.update("update photo set name = 'b.jpg'");
			network.awaitCut();
			await().atMost(Duration.ofMinutes(1)).until(() -> feed.trouble() != null);
			network.mend();
			assertThat(news.before(News.MISSED)).isEmpty();
			other.update("update photo set name = 'c.jpg'");
			assertThat(news.before("Photo 1")).isEmpty();
			assertThat(feed.trouble()).isNull();
			feed.stop();
		}
	}

}
