package io.fusemount.data.jpa;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * Connections that MariaDB has ended. Its driver hears of it as it begins a transaction.
 */
@EnabledIfMariaDb
class MariaDbBrokenConnectionsTests extends AbstractBrokenConnectionsTests {

	@Override
	String databaseUrl() {
		return MariaDbServer.shared().createDatabase("broken", MariaDbServer.EXACT);
	}

	@Override
	String connections() {
		return "select id from information_schema.processlist where db = database() and id <> connection_id()";
	}

	@Override
	String end(long connection) {
		return "kill connection " + connection;
	}

}
