package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.support.Postgres;

/**
 * The same where the server writes bytes as text in the older way.
 */
class PostgresEscapedBlobTests extends PostgresBlobTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("escapedblob") + "&options=-c%20bytea_output=escape";
	}

}
