package io.fusemount.core.inode;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads open files, whose own commits replace the version that is read.
 */
final class OpenBytes {

	private OpenBytes() {
	}

	static int read(FileInode file, long position, ByteBuffer target) {
		int start = target.position();
		while (true) {
			RegularFile before = file.version;
			try {
				return file.requireContent().read(position, target);
			}
			catch (ErrnoException ex) {
				if (ex.errno() != Errno.ESTALE || before == versionAfterCommit(file)) {
					throw ex;
				}
				// A commit of its own has made a new version in the meantime.
				target.position(start);
			}
		}
	}

	private static @Nullable RegularFile versionAfterCommit(FileInode file) {
		Lock held = file.awaitExclusive();
		try {
			return file.version;
		}
		finally {
			held.unlock();
		}
	}

}
