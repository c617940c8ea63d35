package io.fusemount.autoconfigure.crash;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * With H2 in the process that is killed, which others reach by TCP.
 */
class H2UsersKillTests extends AbstractUsersKillTests {

	@Override
	String url() {
		return "jdbc:h2:file:" + workspace().resolve("h2") + ";WRITE_DELAY=0;AUTO_SERVER=TRUE";
	}

	@Override
	DataSource database() {
		return new DriverManagerDataSource(url(), "", "");
	}

}
