package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over rows in the directory of a value on H2 that not everybody sees.
 */
class H2ValueRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:ownedvalue;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2, OwnedOwner.Place.VALUE);
	}

}
