package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;

/**
 * A filesystem over content in pieces on PostgreSQL does what the model does.
 */
class PostgresPieceModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new ClipOwner(Postgres.createDatabase("pieces_model"));
	}

}
