package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;

/**
 * What users see of a filesystem over a repository on PostgreSQL, of whose rows a bean
 * specifies who sees them, is what the rows say.
 */
class PostgresSpecifiedRightsRandomTests extends AbstractRightsRandomTests {

	@Override
	OwnedOwner open() {
		return new OwnedOwner(Postgres.createDatabase("ownedslipsrandom"), OwnedOwner.Sql.POSTGRES,
				OwnedOwner.Place.DRAWER);
	}

}
