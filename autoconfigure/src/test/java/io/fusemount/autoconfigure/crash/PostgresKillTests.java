package io.fusemount.autoconfigure.crash;

import java.util.Set;

import io.zonky.test.db.postgres.junit5.EmbeddedPostgresExtension;
import io.zonky.test.db.postgres.junit5.SingleInstancePostgresExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With PostgreSQL, which survives.
 */
class PostgresKillTests extends AbstractKillTests {

	@RegisterExtension
	private final SingleInstancePostgresExtension server = EmbeddedPostgresExtension.singleInstance();

	@Override
	String url() {
		return this.server.getEmbeddedPostgres().getJdbcUrl("postgres", "postgres");
	}

	/** One row for each file, one large object for each row. */
	@Override
	protected void checkStore(Set<String> names) {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getEmbeddedPostgres().getPostgresDatabase());
		assertThat(jdbc.queryForList("select name from stored_file", String.class))
			.containsExactlyInAnyOrderElementsOf(names);
		assertThat(jdbc.queryForList("select oid from pg_largeobject_metadata", Long.class))
			.containsExactlyInAnyOrderElementsOf(jdbc.queryForList("select content from stored_file", Long.class));
	}

}
