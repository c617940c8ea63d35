package io.fusemount.autoconfigure.crash;

import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.KillConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;

/**
 * An application that is killed, on a database that its subclasses know.
 */
@EnabledIfFuse
abstract class AbstractKillTests extends KillConformanceKit {

	@AutoClose
	private final Workspace workspace = new Workspace();

	/** Returns the JDBC URL of the database. */
	abstract String url();

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
