package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on MariaDB of whose rows a bean specifies who sees them.
 */
@EnabledIfMariaDb
class MariaDbSpecifiedRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("ownedslips", MariaDbServer.EXACT), OwnedOwner.Sql.MARIADB,
				OwnedOwner.Place.SLIPS);
	}

}
