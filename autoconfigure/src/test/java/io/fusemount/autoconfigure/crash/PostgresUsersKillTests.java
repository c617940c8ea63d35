package io.fusemount.autoconfigure.crash;

import javax.sql.DataSource;

import io.zonky.test.db.postgres.junit5.EmbeddedPostgresExtension;
import io.zonky.test.db.postgres.junit5.SingleInstancePostgresExtension;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * With PostgreSQL, which survives.
 */
class PostgresUsersKillTests extends AbstractUsersKillTests {

	@RegisterExtension
	private final SingleInstancePostgresExtension server = EmbeddedPostgresExtension.singleInstance();

	@Override
	String url() {
		return this.server.getEmbeddedPostgres().getJdbcUrl("postgres", "postgres");
	}

	@Override
	DataSource database() {
		return this.server.getEmbeddedPostgres().getPostgresDatabase();
	}

}
