package io.fusemount.transport.jnr;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether this machine can mount.
 */
final class Fuse {

	static final String MISSING = "mounting takes /dev/fuse and libfuse 2";

	private Fuse() {
	}

	static boolean isAvailable() {
		try {
			MountPoint.requireDevice();
			io.fusemount.transport.jnr.libfuse.FuseSession.requireLibrary();
			return Files.isWritable(Path.of("/dev/fuse"));
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

}
