package io.fusemount.data.jpa.feed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The script that is shipped for databases.
 */
public final class ChangeFeedScript {

	private ChangeFeedScript() {
	}

	public static void run(JdbcTemplate jdbc) {
		try (InputStream script = Objects.requireNonNull(
				PostgresChangeFeed.class.getResourceAsStream("/META-INF/fusemount/change-feed-postgresql.sql"))) {
			jdbc.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public static void watch(JdbcTemplate jdbc, String... tables) {
		for (String table : tables) {
			jdbc.execute("select fusemount_watch('" + table + "')");
		}
	}

}
