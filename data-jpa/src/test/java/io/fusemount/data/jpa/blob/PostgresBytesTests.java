package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.support.Postgres;

/**
 * A {@code byte[]} in a {@code bytea} of PostgreSQL.
 */
class PostgresBytesTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("bytes");
	}

	@Override
	String path() {
		return "documents";
	}

}
