package io.fusemount.data.jpa;

import io.fusemount.data.jpa.support.Postgres;

/**
 * Connections that PostgreSQL has ended.
 */
class PostgresBrokenConnectionsTests extends AbstractBrokenConnectionsTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("broken");
	}

	@Override
	String connections() {
		return "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
	}

	@Override
	String end(long connection) {
		return "select pg_terminate_backend(" + connection + ")";
	}

}
