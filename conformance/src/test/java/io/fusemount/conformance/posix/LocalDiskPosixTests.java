package io.fusemount.conformance.posix;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

/**
 * The kit asks for nothing that an ordinary local disk does not give.
 */
class LocalDiskPosixTests extends PosixConformanceKit {

	@TempDir
	Path directory;

	@Override
	public Path directory() {
		return this.directory;
	}

	@Override
	public boolean hasHardLinks() {
		return true;
	}

	@Override
	public boolean hasSymbolicLinks() {
		return true;
	}

	@Override
	public boolean hasSubdirectories() {
		return true;
	}

	@Override
	public boolean hasPermissions() {
		return true;
	}

}
