package io.fusemount.data.jpa.vfs;

/**
 * What users see of a filesystem over a repository on H2, of whose rows a bean specifies
 * who sees them, is what the rows say.
 */
class H2SpecifiedRightsRandomTests extends AbstractRightsRandomTests {

	@Override
	OwnedOwner open() {
		return new OwnedOwner("jdbc:h2:mem:ownedslipsrandom;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2,
				OwnedOwner.Place.DRAWER);
	}

}
