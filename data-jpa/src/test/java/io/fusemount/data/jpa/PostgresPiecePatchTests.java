package io.fusemount.data.jpa;

import io.fusemount.data.jpa.support.Postgres;

/**
 * Changes of content in pieces on PostgreSQL.
 */
class PostgresPiecePatchTests extends AbstractPiecePatchTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("pieces_patch");
	}

}
