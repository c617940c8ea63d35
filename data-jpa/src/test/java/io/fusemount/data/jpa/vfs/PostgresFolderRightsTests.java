package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over rows in a folder on PostgreSQL that not everybody sees.
 */
class PostgresFolderRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("ownedfolder"), OwnedOwner.Sql.POSTGRES, OwnedOwner.Place.FOLDER);
	}

}
