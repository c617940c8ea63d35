package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.support.Postgres;

/**
 * A {@code Blob} in a large object of PostgreSQL.
 */
class PostgresBlobTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("blob");
	}

	@Override
	String path() {
		return "archive/invoices";
	}

}
