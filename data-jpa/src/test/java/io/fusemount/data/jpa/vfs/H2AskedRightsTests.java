package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on H2 that says itself which rows a user sees.
 */
class H2AskedRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:ownedcards;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2, OwnedOwner.Place.CARDS);
	}

}
