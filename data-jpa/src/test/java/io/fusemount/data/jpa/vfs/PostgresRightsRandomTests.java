package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;

/**
 * What users see of a filesystem over a repository on PostgreSQL is what the rows say.
 */
class PostgresRightsRandomTests extends AbstractRightsRandomTests {

	@Override
	OwnedOwner open() {
		return new OwnedOwner(Postgres.createDatabase("ownedrandom"), OwnedOwner.Sql.POSTGRES, OwnedOwner.Place.TOP);
	}

	@Override
	protected int workloads() {
		return 2;
	}

}
