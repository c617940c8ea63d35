package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.KillConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * An application that is killed, on a database that its subclasses know.
 */
@EnabledIfFuse
abstract class AbstractKillTests extends KillConformanceKit {

	private Workspace workspace;

	/** Returns the JDBC URL of the database. */
	abstract String url();

	@BeforeEach
	void createWorkspace() throws IOException {
		this.workspace = new Workspace();
	}

	@AfterEach
	void removeWorkspace() throws IOException {
		this.workspace.close();
	}

	Workspace workspace() {
		return this.workspace;
	}

	@Override
	protected ChildProgram serve() {
		return this.workspace.start(url());
	}

	@Override
	protected Path directory() {
		return this.workspace.files();
	}

	@Override
	protected Path spool() {
		return this.workspace.spool();
	}

}
