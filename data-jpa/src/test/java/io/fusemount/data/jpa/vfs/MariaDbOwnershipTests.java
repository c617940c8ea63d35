package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with owners, groups and modes on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbOwnershipTests extends AbstractOwnershipTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("shelf", MariaDbServer.EXACT));
	}

}
