package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on PostgreSQL.
 */
class PostgresFileSystemTests extends AbstractFileSystemTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("vfs"), "lo_get(document)");
	}

}
