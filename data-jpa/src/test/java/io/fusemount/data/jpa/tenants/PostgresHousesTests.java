package io.fusemount.data.jpa.tenants;

import io.fusemount.data.jpa.support.Postgres;

/**
 * Users of several tenants on one mount, with PostgreSQL.
 */
class PostgresHousesTests extends AbstractHousesTests {

	@Override
	String url() {
		return Postgres.createDatabase("houses");
	}

}
