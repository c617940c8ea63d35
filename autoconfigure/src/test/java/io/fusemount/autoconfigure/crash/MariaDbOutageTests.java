package io.fusemount.autoconfigure.crash;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import org.junit.jupiter.api.BeforeEach;

@EnabledIfMariaDb
class MariaDbOutageTests extends AbstractOutageTests {

	private String url;

	@BeforeEach
	void createDatabase() {
		this.url = MariaDbServer.shared().createDatabase("outage", MariaDbServer.EXACT);
	}

	@Override
	String url() {
		return this.url;
	}

	@Override
	void killServer() {
		MariaDbServer.shared().kill();
	}

	@Override
	void startServer() {
		MariaDbServer.shared().restart();
	}

}
