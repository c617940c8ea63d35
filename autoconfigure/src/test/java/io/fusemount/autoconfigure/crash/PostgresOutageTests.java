package io.fusemount.autoconfigure.crash;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class PostgresOutageTests extends AbstractOutageTests {

	private DatabaseServer server;

	@BeforeEach
	void createServer() {
		this.server = new DatabaseServer(workspace().directory());
	}

	@AfterEach
	void removeServer() {
		this.server.close();
	}

	@Override
	String url() {
		return this.server.jdbcUrl();
	}

	@Override
	void killServer() {
		this.server.kill();
	}

	@Override
	void startServer() {
		this.server.start();
	}

}
