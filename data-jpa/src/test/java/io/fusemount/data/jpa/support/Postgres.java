package io.fusemount.data.jpa.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * The one PostgreSQL server of this JVM.
 */
public final class Postgres {

	private static final EmbeddedPostgres SERVER = start();

	private Postgres() {
	}

	private static EmbeddedPostgres start() {
		try {
			EmbeddedPostgres server = EmbeddedPostgres.start();
			Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void close(EmbeddedPostgres server) {
		try {
			server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the JDBC URL of a new database. */
	public static String createDatabase(String name) {
		try (Connection connection = SERVER.getPostgresDatabase().getConnection()) {
			connection.createStatement().execute("create database \"" + name + "\"");
			return SERVER.getJdbcUrl("postgres", name);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
