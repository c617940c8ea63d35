package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * Two nodes on PostgreSQL.
 */
class PostgresTwoNodesTests extends AbstractTwoNodesTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("nodes"), "lo_get(document)");
	}

	@Override
	protected boolean isWaiting(Thread thread) {
		return owner.finds("select count(*) from pg_locks where not granted");
	}

}
