package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Path;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;

/**
 * A server of PostgreSQL.
 */
final class PostgresDatabase implements CountedDatabase {

	private @Nullable EmbeddedPostgres server;

	@Override
	public String start(Path directory) throws IOException {
		EmbeddedPostgres started = EmbeddedPostgres.start();
		this.server = started;
		return started.getJdbcUrl("postgres", "postgres");
	}

	@Override
	public int of(int h2, int postgres) {
		return postgres;
	}

	@Override
	public void close() throws IOException {
		if (this.server != null) {
			this.server.close();
		}
	}

}
