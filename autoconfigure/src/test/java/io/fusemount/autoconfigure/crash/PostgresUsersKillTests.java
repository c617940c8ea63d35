package io.fusemount.autoconfigure.crash;

import java.io.IOException;

import javax.sql.DataSource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * With PostgreSQL, which survives.
 */
class PostgresUsersKillTests extends AbstractUsersKillTests {

	private EmbeddedPostgres server;

	@BeforeEach
	void startServer() throws IOException {
		this.server = EmbeddedPostgres.start();
	}

	@AfterEach
	void stopServer() throws IOException {
		this.server.close();
	}

	@Override
	String url() {
		return this.server.getJdbcUrl("postgres", "postgres");
	}

	@Override
	DataSource database() {
		return this.server.getPostgresDatabase();
	}

}
