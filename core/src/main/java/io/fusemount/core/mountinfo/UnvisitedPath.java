package io.fusemount.core.mountinfo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Paths without symbolic links, resolved without a visit to any FUSE filesystem: the
 * process that serves it may be about to start, or be this one, and whoever visits it
 * waits.
 */
public final class UnvisitedPath {

	/** The number of links that the kernel follows. */
	private static final int MAX_LINKS = 40;

	private UnvisitedPath() {
	}

	/**
	 * Returns a path without symbolic links. What does not exist, and what is below a
	 * FUSE filesystem, has none.
	 */
	public static Path of(Path path) {
		Path absolute = path.toAbsolutePath();
		Deque<Path> ahead = new ArrayDeque<>();
		absolute.forEach(ahead::add);
		Path root = absolute.getRoot();
		Path here = root;
		MountTable mounts = read();
		for (int links = 0; !ahead.isEmpty();) {
			Path next = here.resolve(ahead.remove()).normalize();
			if (isFuse(mounts, next)) {
				here = next;
				while (!ahead.isEmpty()) {
					here = here.resolve(ahead.remove()).normalize();
				}
			}
			else if (Files.isSymbolicLink(next) && ++links <= MAX_LINKS) {
				Path target = target(next);
				Deque<Path> rest = ahead;
				ahead = new ArrayDeque<>();
				target.forEach(ahead::add);
				ahead.addAll(rest);
				here = target.isAbsolute() ? root : here;
			}
			else {
				here = next;
			}
		}
		return here;
	}

	/**
	 * Whether a FUSE filesystem is mounted at a path.
	 */
	public static boolean isFuse(Path path) {
		return isFuse(read(), of(path));
	}

	private static boolean isFuse(MountTable mounts, Path path) {
		MountEntry entry = mounts.at(path);
		return entry != null && entry.isFuse();
	}

	/** Without /proc, nothing is known. */
	private static MountTable read() {
		try {
			return MountTable.read();
		}
		catch (UncheckedIOException ex) {
			return MountTable.parse(new byte[0]);
		}
	}

	/** It may have gone, or changed. */
	private static Path target(Path link) {
		try {
			return Files.readSymbolicLink(link);
		}
		catch (IOException ex) {
			return link.getFileName();
		}
	}

}
