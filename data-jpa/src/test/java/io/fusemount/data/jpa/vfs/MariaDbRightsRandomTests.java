package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * What users see of a filesystem over a repository on MariaDB is what the rows say.
 */
@EnabledIfMariaDb
class MariaDbRightsRandomTests extends AbstractRightsRandomTests {

	@Override
	OwnedOwner open() {
		return new OwnedOwner(MariaDbServer.shared().createDatabase("ownedrandom", MariaDbServer.EXACT),
				OwnedOwner.Sql.MARIADB, OwnedOwner.Place.TOP);
	}

}
