package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on PostgreSQL whose rows not everybody sees.
 */
class PostgresRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("owned"), OwnedOwner.Sql.POSTGRES, OwnedOwner.Place.TOP);
	}

}
