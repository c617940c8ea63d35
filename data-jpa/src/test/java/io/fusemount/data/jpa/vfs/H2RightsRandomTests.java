package io.fusemount.data.jpa.vfs;

/**
 * What users see of a filesystem over a repository on H2 is what the rows say.
 */
class H2RightsRandomTests extends AbstractRightsRandomTests {

	@Override
	OwnedOwner open() {
		return new OwnedOwner("jdbc:h2:mem:ownedrandom;DB_CLOSE_DELAY=-1", OwnedOwner.Sql.H2, OwnedOwner.Place.NOTES);
	}

	@Override
	protected int workloads() {
		return 2;
	}

}
