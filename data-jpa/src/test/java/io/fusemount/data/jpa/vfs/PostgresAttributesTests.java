package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with extended attributes on PostgreSQL.
 */
class PostgresAttributesTests extends AbstractAttributesTests {

	@BeforeAll
	static void start() {
		start(Postgres.createDatabase("parcel"));
	}

}
