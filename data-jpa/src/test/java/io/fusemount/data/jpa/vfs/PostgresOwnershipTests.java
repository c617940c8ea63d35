package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with owners, groups and modes on PostgreSQL.
 */
class PostgresOwnershipTests extends AbstractOwnershipTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("shelf"));
	}

}
