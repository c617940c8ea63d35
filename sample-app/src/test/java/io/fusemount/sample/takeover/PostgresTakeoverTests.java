package io.fusemount.sample.takeover;

import java.io.IOException;
import java.nio.file.Path;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * On PostgreSQL, with the change feed.
 */
class PostgresTakeoverTests extends TakeoverKit {

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
	String[] database() {
		return settings(this.server);
	}

	/** Returns the settings of an application that uses a server. */
	static String[] settings(EmbeddedPostgres server) {
		return new String[] { "--spring.profiles.active=postgres",
				"--spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"),
				"--spring.datasource.username=postgres" };
	}

	@Override
	String jdbcUrl(Path archive) {
		return this.server.getJdbcUrl("postgres", "postgres");
	}

}
