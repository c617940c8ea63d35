package io.fusemount.data.jpa;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * Changes of content in pieces on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbPiecePatchTests extends AbstractPiecePatchTests {

	@Override
	String databaseUrl() {
		return MariaDbServer.shared().createDatabase("pieces_patch", MariaDbServer.EXACT);
	}

}
