package io.fusemount.bench.server;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server with its default settings.
 */
public final class PostgresServer implements AutoCloseable {

	private final EmbeddedPostgres server;

	public PostgresServer() throws IOException {
		// Embedded servers turn these settings off by default, to speed up tests.
		this.server = EmbeddedPostgres.builder()
			.setServerConfig("fsync", "on")
			.setServerConfig("synchronous_commit", "on")
			.start();
	}

	/**
	 * Returns the JDBC URL of its database.
	 */
	public String url() {
		return this.server.getJdbcUrl("postgres", "postgres");
	}

	public int port() {
		return this.server.getPort();
	}

	/**
	 * Adds an empty database.
	 * @return the JDBC URL of the database
	 */
	public String add(String database) throws SQLException {
		try (Connection connection = DriverManager.getConnection(url());
				Statement statement = connection.createStatement()) {
			statement.execute("create database " + database);
		}
		return this.server.getJdbcUrl("postgres", database);
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

}
