package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on MariaDB that says itself which rows a user sees.
 */
@EnabledIfMariaDb
class MariaDbAskedRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("ownedcards", MariaDbServer.EXACT), OwnedOwner.Sql.MARIADB,
				OwnedOwner.Place.CARDS);
	}

}
