package io.fusemount.conformance.programs;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

/**
 * The kit asks for nothing that an ordinary local disk does not give.
 */
class LocalDiskProgramsTests extends ProgramsConformanceKit {

	@TempDir
	Path directory;

	@Override
	public Path directory() {
		return this.directory;
	}

	@Override
	public ObservedRows rows() {
		return new LocalRows(this.directory);
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
