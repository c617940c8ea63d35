package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on PostgreSQL of whose rows a bean specifies who sees
 * them.
 */
class PostgresSpecifiedRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("ownedslips"), OwnedOwner.Sql.POSTGRES, OwnedOwner.Place.SLIPS);
	}

}
