package io.fusemount.autoconfigure.crash;

import java.nio.file.Files;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.Ending;
import io.fusemount.conformance.crash.Load;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A database server that its subclasses know is killed and started again while programs
 * write.
 */
@EnabledIfFuse
@Timeout(600)
abstract class AbstractOutageTests {

	private static final int WRITERS = 4;

	@AutoClose
	private final Workspace workspace = new Workspace();

	/** Returns the JDBC URL of a database that keeps what it commits. */
	abstract String url();

	/** Kills the server, as by {@code kill -9}. */
	abstract void killServer();

	/** Starts the server again, with its data and port. */
	abstract void startServer();

	Workspace workspace() {
		return this.workspace;
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
			killServer();
			load.awaitFailed(3 * WRITERS);
			startServer();
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
		return this.workspace.start(url(), "--spring.datasource.hikari.connection-timeout=2000");
	}

}
