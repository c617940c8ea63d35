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
class PostgresTreeKillTests extends AbstractTreeKillTests {

	@RegisterExtension
	private final SingleInstancePostgresExtension server = EmbeddedPostgresExtension.singleInstance();

	@Override
	String url() {
		return this.server.getEmbeddedPostgres().getJdbcUrl("postgres", "postgres");
	}

	/** One row for each file and directory, one large object for each file. */
	@Override
	protected void checkStore(Set<String> names) {
		JdbcTemplate jdbc = new JdbcTemplate(this.server.getEmbeddedPostgres().getPostgresDatabase());
		assertThat(jdbc.queryForList(
				"""
						with recursive path(id, name) as (
							select id, name || '/' from folder where parent_id is null
							union all select f.id, p.name || f.name || '/' from folder f join path p on p.id = f.parent_id)
						select name from path
						union all select coalesce(path.name, '') || paper.name from paper left join path on path.id = folder_id""",
				String.class))
			.containsExactlyInAnyOrderElementsOf(names);
		assertThat(jdbc.queryForList("select oid from pg_largeobject_metadata", Long.class))
			.containsExactlyInAnyOrderElementsOf(jdbc.queryForList("select content from paper", Long.class));
	}

}
