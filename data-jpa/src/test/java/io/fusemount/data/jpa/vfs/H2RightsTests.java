package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on H2 whose rows not everybody sees.
 */
class H2RightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:owned;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2, OwnedOwner.Place.TOP);
	}

}
