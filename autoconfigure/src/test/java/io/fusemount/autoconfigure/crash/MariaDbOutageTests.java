package io.fusemount.autoconfigure.crash;

import java.net.URI;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.database.Relay;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfMariaDb
class MariaDbOutageTests extends AbstractOutageTests {

	private String url;

	@BeforeEach
	void createDatabase() {
		this.url = MariaDbServer.shared().createDatabase("outage" + System.nanoTime(), MariaDbServer.EXACT);
	}

	/**
	 * The driver sends all of it before it waits for an answer, and is stuck in sending.
	 */
	@Test
	void whatIsSentIntoABlackHoleIsGivenUp() throws Exception {
		URI address = URI.create(this.url.substring("jdbc:".length()));
		try (Relay network = new Relay(address.getPort());
				ChildProgram service = workspace().start(
						this.url.replace(":" + address.getPort(), ":" + network.port()) + "&connectTimeout=1000",
						"--fusemount.database.timeout=1s", "--spring.datasource.hikari.connection-timeout=2000")) {
			Shell shell = Shell.in(workspace().files());
			network.holeAfter(8 << 20);
			assertThat(shell.run("head -c 32M /dev/urandom > large.bin").errors()).contains("Connection timed out");
			network.mend();
			Patience.await(() -> shell.run("mv ../.fusemount/unsaved/*-large.bin large.bin").isSuccess());
			assertThat(shell.check("stat -c %s large.bin").strip()).isEqualTo("33554432");
		}
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
