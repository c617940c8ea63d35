package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.support.Postgres;

/**
 * A {@code @Lob byte[]} in a large object of PostgreSQL.
 */
class PostgresLobBytesTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("lobbytes");
	}

	@Override
	String path() {
		return "notes";
	}

}
