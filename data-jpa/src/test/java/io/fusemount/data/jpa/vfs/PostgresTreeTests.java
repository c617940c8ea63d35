package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A tree of directories that are rows on PostgreSQL.
 */
class PostgresTreeTests extends AbstractTreeTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("cabinet"), "lo_get(document)");
	}

}
