package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.KillConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * With H2 in a file, in the process that is killed.
 */
@EnabledIfFuse
class H2KillTests extends KillConformanceKit {

	private Workspace workspace;

	@BeforeEach
	void create() throws IOException {
		this.workspace = new Workspace();
	}

	@AfterEach
	void remove() throws IOException {
		this.workspace.close();
	}

	@Override
	protected ChildProgram serve() {
		return this.workspace.start(this.workspace.h2Url());
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
