package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over rows without folders on PostgreSQL that not everybody sees.
 */
class PostgresNotesRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("ownednotes"), OwnedOwner.Sql.POSTGRES, OwnedOwner.Place.NOTES);
	}

}
