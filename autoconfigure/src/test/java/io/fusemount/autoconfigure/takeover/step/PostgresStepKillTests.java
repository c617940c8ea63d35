package io.fusemount.autoconfigure.takeover.step;

import java.nio.file.Path;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.junit5.EmbeddedPostgresExtension;
import io.zonky.test.db.postgres.junit5.SingleInstancePostgresExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With PostgreSQL, which survives.
 */
class PostgresStepKillTests extends StepKillKit {

	@RegisterExtension
	private final SingleInstancePostgresExtension server = EmbeddedPostgresExtension.singleInstance();

	@Override
	String jdbcUrl(Path directory) {
		EmbeddedPostgres running = this.server.getEmbeddedPostgres();
		return running.getJdbcUrl("postgres", "postgres");
	}

	/** One large object for each file. */
	@Override
	void checkStore() {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getEmbeddedPostgres().getPostgresDatabase());
		assertThat(jdbc.queryForList("select oid from pg_largeobject_metadata", Long.class))
			.containsExactlyInAnyOrderElementsOf(jdbc.queryForList("select content from paper", Long.class));
	}

}
