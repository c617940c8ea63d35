package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over content in pieces on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbPieceFileSystemTests extends AbstractFileSystemTests {

	@BeforeAll
	static void start() {
		start(new ClipOwner(MariaDbServer.shared().createDatabase("pieces_vfs", MariaDbServer.EXACT)));
	}

}
