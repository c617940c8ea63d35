package io.fusemount.conformance.trees;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

/**
 * The kit asks for nothing that an ordinary local disk does not give.
 */
class LocalDiskTreesTests extends TreesConformanceKit {

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
