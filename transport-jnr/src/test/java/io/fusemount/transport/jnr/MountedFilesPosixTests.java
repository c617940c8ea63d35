package io.fusemount.transport.jnr;

import java.nio.file.Path;

import io.fusemount.conformance.posix.PosixConformanceKit;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Files in memory, in a directory that programs could have made, seen through the kernel.
 */
@EnabledIfFuse
class MountedFilesPosixTests extends PosixConformanceKit {

	private static MountedFiles mounted;

	@BeforeAll
	static void mount() {
		mounted = MountedFiles.belowDirectory(new JnrTransport());
	}

	@AfterAll
	static void unmount() {
		mounted.close();
	}

	@Override
	public Path directory() {
		return mounted.directory();
	}

	@Override
	public boolean hasSubdirectories() {
		return true;
	}

}
