package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;

/**
 * A filesystem over folders on PostgreSQL does what the model does.
 */
class PostgresTreeModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new CabinetOwner(Postgres.createDatabase("treemodel"), "lo_get(document)");
	}

	@Override
	protected int sequences() {
		return 3;
	}

}
