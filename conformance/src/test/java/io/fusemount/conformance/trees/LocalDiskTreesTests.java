package io.fusemount.conformance.trees;

import java.nio.file.Path;

import io.fusemount.conformance.directory.LocalDisk;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit asks for nothing that an ordinary local disk does not give.
 */
class LocalDiskTreesTests extends TreesConformanceKit implements LocalDisk {

	@TempDir
	Path directory;

	@Override
	public Path directory() {
		return this.directory;
	}

}
