package io.fusemount.bench.server;

import java.io.IOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * A PostgreSQL server with its default settings.
 */
public final class PostgresServer implements AutoCloseable {

	private final EmbeddedPostgres server;

	public PostgresServer() throws IOException {
		// Embedded servers do without these by default, for the sake of tests.
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

	@Override
	public void close() throws IOException {
		this.server.close();
	}

}
