package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.Ending;
import io.fusemount.conformance.crash.Load;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * PostgreSQL is killed and started again while programs write.
 */
@EnabledIfFuse
@Timeout(600)
class DatabaseOutageTests {

	private static final int WRITERS = 4;

	private Workspace workspace;

	private DatabaseServer server;

	@BeforeEach
	void create() throws IOException {
		this.workspace = new Workspace();
		this.server = new DatabaseServer(this.workspace.directory());
	}

	@AfterEach
	void remove() throws IOException {
		this.server.close();
		this.workspace.close();
	}

	@Test
	@Semantics("While the database is away, `close` fails; when it is back, everything works again without a new mount.")
	void outageCostsNothingThatWasAcknowledged() throws Exception {
		Load load;
		try (ChildProgram service = start()) {
			load = Load.throughFailures(this.workspace.files(), 1, WRITERS);
			load.start();
			load.awaitAcknowledged(60);
			load.expectFailures();
			this.server.kill();
			load.awaitFailed(3 * WRITERS);
			this.server.start();
			load.awaitAcknowledged(60);
			load.stop();
			load.join(Ending.CLOSED);
			load.check(Ending.CLOSED);
			assertThat(Files.isDirectory(this.workspace.files())).isTrue();
		}
		try (ChildProgram service = start()) {
			load.check(Ending.CLOSED);
		}
	}

	private ChildProgram start() {
		return this.workspace.start(this.server.jdbcUrl(), "--spring.datasource.hikari.connection-timeout=2000");
	}

}
