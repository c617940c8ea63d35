package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on H2 of whose rows a bean specifies who sees them.
 */
class H2SpecifiedRightsTests extends AbstractRightsTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:ownedslips;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2, OwnedOwner.Place.SLIPS);
	}

}
