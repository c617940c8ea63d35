package io.fusemount.data.jpa.vfs;

/**
 * What users see of a filesystem over a repository that says itself which rows a user
 * sees is what the rows say.
 */
class H2AskedRightsRandomTests extends AbstractRightsRandomTests {

	@Override
	OwnedOwner open() {
		return new OwnedOwner("jdbc:h2:mem:ownedcardsrandom;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2,
				OwnedOwner.Place.CARDS);
	}

}
