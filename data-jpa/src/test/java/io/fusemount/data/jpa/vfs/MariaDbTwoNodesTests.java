package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * Two nodes on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbTwoNodesTests extends AbstractTwoNodesTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("nodes", MariaDbServer.EXACT), "document");
	}

	@Override
	protected boolean isWaiting(Thread thread) {
		return owner.finds("select count(*) from information_schema.processlist where state = 'User lock'");
	}

}
