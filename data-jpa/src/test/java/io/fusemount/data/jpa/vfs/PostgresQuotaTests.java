package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with a quota on PostgreSQL.
 */
class PostgresQuotaTests extends AbstractQuotaTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("ledger"));
	}

}
