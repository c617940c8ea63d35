package io.fusemount.autoconfigure.data;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

import io.fusemount.autoconfigure.properties.Requirement;
import io.fusemount.data.jpa.feed.ConnectionSource;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * Creates connections to the database of the data source outside of its pool.
 *
 * @param properties the settings that differ from the data source
 * @param details the connection details of the data source, or {@code null} if the
 * application creates the data source itself
 */
record FeedConnections(PostgresChangeFeedProperties properties,
		@Nullable JdbcConnectionDetails details) implements ConnectionSource {

	FeedConnections {
		Requirement.that(properties.url() != null || details != null, "fusemount.change-feed.postgresql.url", null,
				"The application creates its data source itself, so the change feed needs the address of the database.");
	}

	@Override
	public Connection open() throws SQLException {
		JdbcConnectionDetails known = this.details;
		Properties settings = new Properties();
		put(settings, "user", this.properties.username(), (known != null) ? known.getUsername() : null);
		put(settings, "password", this.properties.password(), (known != null) ? known.getPassword() : null);
		// Settings in the URL take precedence.
		settings.setProperty("ApplicationName", "fusemount-change-feed");
		settings.setProperty("loginTimeout", "10");
		settings.setProperty("socketTimeout", "30");
		settings.setProperty("tcpKeepAlive", "true");
		String url = this.properties.url();
		return DriverManager.getConnection((url != null || known == null) ? url : known.getJdbcUrl(), settings);
	}

	private static void put(Properties settings, String name, @Nullable String own, @Nullable String common) {
		String value = (own != null) ? own : common;
		if (value != null) {
			settings.setProperty(name, value);
		}
	}

}
