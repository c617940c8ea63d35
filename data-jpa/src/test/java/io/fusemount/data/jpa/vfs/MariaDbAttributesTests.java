package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with extended attributes on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbAttributesTests extends AbstractAttributesTests {

	@BeforeAll
	static void start() {
		start(MariaDbServer.shared().createDatabase("parcel", MariaDbServer.EXACT));
	}

}
