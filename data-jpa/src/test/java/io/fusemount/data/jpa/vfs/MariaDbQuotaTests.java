package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with a quota on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbQuotaTests extends AbstractQuotaTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("ledger", MariaDbServer.EXACT));
	}

}
