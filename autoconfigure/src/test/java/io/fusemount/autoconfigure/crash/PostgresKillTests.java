package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.util.Set;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With PostgreSQL, which survives.
 */
class PostgresKillTests extends AbstractKillTests {

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

	/** One row for each file, one large object for each row. */
	@Override
	protected void checkStore(Set<String> names) {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getPostgresDatabase());
		assertThat(jdbc.queryForList("select name from stored_file", String.class))
			.containsExactlyInAnyOrderElementsOf(names);
		assertThat(jdbc.queryForList("select oid from pg_largeobject_metadata", Long.class))
			.containsExactlyInAnyOrderElementsOf(jdbc.queryForList("select content from stored_file", Long.class));
	}

}
