package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;

/**
 * A filesystem over a repository on PostgreSQL does what the model does.
 */
class PostgresModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new ArchiveOwner(Postgres.createDatabase("model"), "lo_get(document)");
	}

}
