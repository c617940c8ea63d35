package io.fusemount.sample;

import java.io.IOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The archive on PostgreSQL, where content is in large objects.
 */
class PostgresArchiveTests extends AbstractArchiveTests {

	private EmbeddedPostgres server;

	@Override
	@BeforeAll
	void start() throws IOException {
		this.server = EmbeddedPostgres.start();
		super.start();
	}

	@Override
	String[] database() {
		return new String[] { "--spring.profiles.active=postgres",
				"--spring.datasource.url=" + this.server.getJdbcUrl("postgres", "postgres"),
				"--spring.datasource.username=postgres" };
	}

	/** Whoever has deleted or replaced content, a program or a browser. */
	@AfterEach
	void noLargeObjectIsOrphaned() {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getPostgresDatabase());
		assertThat(jdbc.queryForList("select oid from pg_largeobject_metadata", Long.class))
			.containsExactlyInAnyOrderElementsOf(jdbc
				.queryForList("select content from document union all select content from invoice", Long.class));
	}

	@Override
	@AfterAll
	void stop() throws IOException {
		try {
			super.stop();
		}
		finally {
			this.server.close();
		}
	}

}
