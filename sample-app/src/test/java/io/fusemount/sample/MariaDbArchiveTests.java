package io.fusemount.sample;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

/**
 * The archive on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbArchiveTests extends AbstractArchiveTests {

	@Override
	String[] database() {
		return new String[] { "--spring.profiles.active=mariadb",
				"--spring.datasource.url=" + MariaDbServer.shared().createDatabase("archive", MariaDbServer.EXACT),
				"--spring.datasource.username=root", "--spring.datasource.password=" };
	}

}
