package io.fusemount.data.jpa.blob;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * A {@code Blob} in a {@code longblob} of MariaDB.
 */
@EnabledIfMariaDb
class MariaDbBlobTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return MariaDbServer.shared().createDatabase("store", MariaDbServer.EXACT);
	}

	@Override
	String path() {
		return "archive/invoices";
	}

}
