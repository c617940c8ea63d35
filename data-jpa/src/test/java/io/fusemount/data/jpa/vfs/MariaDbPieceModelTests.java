package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * A filesystem over content in pieces on MariaDB does what the model does.
 */
@EnabledIfMariaDb
class MariaDbPieceModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new ClipOwner(MariaDbServer.shared().createDatabase("pieces_model", MariaDbServer.EXACT));
	}

}
