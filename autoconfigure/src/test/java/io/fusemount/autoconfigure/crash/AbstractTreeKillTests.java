package io.fusemount.autoconfigure.crash;

import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;

/**
 * An application with folders that is killed, on a database that its subclasses know.
 */
abstract class AbstractTreeKillTests extends AbstractKillTests {

	@Override
	protected ChildProgram serve() {
		return workspace().startTree(url());
	}

	@Override
	protected Path directory() {
		return workspace().tree();
	}

	@Override
	protected boolean hasDirectories() {
		return true;
	}

}
