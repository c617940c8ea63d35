package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on MariaDB whose rows not everybody sees.
 */
@EnabledIfMariaDb
class MariaDbRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("owned", MariaDbServer.EXACT), OwnedOwner.Sql.MARIADB,
				OwnedOwner.Place.TOP);
	}

}
