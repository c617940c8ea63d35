package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * A filesystem over a repository on MariaDB does what the model does.
 */
@EnabledIfMariaDb
class MariaDbModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new ArchiveOwner(MariaDbServer.shared().createDatabase("model", MariaDbServer.EXACT), "document");
	}

}
