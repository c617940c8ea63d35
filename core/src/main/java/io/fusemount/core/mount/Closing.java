package io.fusemount.core.mount;

import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The end of a filesystem, within a time.
 */
final class Closing {

	private Closing() {
	}

	static void drain(VirtualFileSystem mounted, Deadline deadline) {
		try {
			deadline.drain(mounted::drain);
		}
		catch (RuntimeException ex) {
			// Files that could not be stored now are tried once more when the filesystem
			// is closed, or kept. A mount that cannot end would help nobody.
		}
	}

	static void releaseAtEnd(TransportSession ended, Deadline deadline) {
		try {
			deadline.close(ended::releaseHandles);
		}
		catch (OutOfMemoryError ex) {
			ended.releaseHandles();
		}
	}

	/**
	 * Closes the filesystem on a thread that can be abandoned, if one more thread is
	 * available.
	 */
	static void closeAtEnd(String name, VirtualFileSystem unused, Deadline deadline) {
		try {
			close(name, unused, deadline);
		}
		catch (OutOfMemoryError ex) {
			unused.close();
		}
	}

	static void close(String name, VirtualFileSystem mounted, Deadline deadline) {
		if (!deadline.close(mounted::close)) {
			throw new MountException(MountException.Reason.OTHER,
					"The filesystem '" + name + "' is out of the mount table, but files are still open: "
							+ "after the next start, their complete content is in .fusemount/unsaved");
		}
	}

	static void close(@Nullable VirtualFileSystem created) {
		if (created != null) {
			created.close();
		}
	}

}
