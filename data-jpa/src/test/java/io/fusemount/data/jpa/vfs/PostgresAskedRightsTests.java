package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on PostgreSQL that says itself which rows a user sees.
 */
class PostgresAskedRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("ownedcards"), OwnedOwner.Sql.POSTGRES, OwnedOwner.Place.CARDS);
	}

}
