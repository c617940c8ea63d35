package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbFileSystemTests extends AbstractFileSystemTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("vfs", MariaDbServer.EXACT), "document");
	}

}
