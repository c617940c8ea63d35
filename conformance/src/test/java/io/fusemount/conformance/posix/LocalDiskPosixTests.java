package io.fusemount.conformance.posix;

import java.nio.file.Path;

import io.fusemount.conformance.directory.LocalDisk;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit asks for nothing that an ordinary local disk does not give.
 */
class LocalDiskPosixTests extends PosixConformanceKit implements LocalDisk {

	@TempDir
	Path directory;

	@Override
	public Path directory() {
		return this.directory;
	}

}
