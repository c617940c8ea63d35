package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.MountTable;

/**
 * Paths at which a FUSE filesystem may be mounted that does not answer, because the
 * process that serves it is about to start: whoever accesses it waits.
 */
public final class FusePlace {

	private FusePlace() {
	}

	/**
	 * Whether a FUSE filesystem is mounted at a path without symbolic links.
	 */
	public static boolean is(Path path) {
		try {
			MountEntry entry = MountTable.read().at(path);
			return entry != null && entry.isFuse();
		}
		catch (UncheckedIOException ex) {
			// Without /proc nothing is known.
			return false;
		}
	}

	/**
	 * Returns the path of an existing file without symbolic links, and does not access
	 * what is mounted there by FUSE.
	 */
	public static Path real(Path path) throws IOException {
		Path absolute = path.toAbsolutePath().normalize();
		Path parent = absolute.getParent();
		Path name = absolute.getFileName();
		Path place = (parent != null && name != null) ? parent.toRealPath().resolve(name) : absolute;
		return is(place) ? place : path.toRealPath();
	}

}
