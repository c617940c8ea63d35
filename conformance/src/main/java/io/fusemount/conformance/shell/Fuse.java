package io.fusemount.conformance.shell;

import java.nio.file.Path;

/**
 * Whether this machine can mount.
 */
final class Fuse {

	private Fuse() {
	}

	static boolean isAvailable() {
		return Shell.in(Path.of("/"))
			.run("(: <>/dev/fuse) && { /sbin/ldconfig -p | grep -q 'libfuse[.]so[.]2' || ls /lib/*/libfuse.so.2; }")
			.isSuccess();
	}

}
