package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.KillConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With PostgreSQL, which survives.
 */
@EnabledIfFuse
class PostgresKillTests extends KillConformanceKit {

	private Workspace workspace;

	private EmbeddedPostgres server;

	@BeforeEach
	void create() throws IOException {
		this.server = EmbeddedPostgres.start();
		this.workspace = new Workspace();
	}

	@AfterEach
	void remove() throws IOException {
		this.workspace.close();
		this.server.close();
	}

	@Override
	protected ChildProgram serve() {
		return this.workspace.start(this.server.getJdbcUrl("postgres", "postgres"));
	}

	@Override
	protected Path directory() {
		return this.workspace.files();
	}

	@Override
	protected Path spool() {
		return this.workspace.spool();
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
