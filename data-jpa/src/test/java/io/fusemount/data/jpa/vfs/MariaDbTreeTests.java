package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * A tree of directories that are rows on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbTreeTests extends AbstractTreeTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("cabinet", MariaDbServer.EXACT), "document");
	}

}
