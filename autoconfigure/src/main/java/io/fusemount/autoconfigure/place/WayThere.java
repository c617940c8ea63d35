package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

import io.fusemount.core.mountinfo.UnvisitedPath;
import org.jspecify.annotations.Nullable;

/**
 * The directories that a path passes through, including those of symbolic links.
 */
public final class WayThere {

	/** The number of links that the kernel follows. */
	private static final int MAX_LINKS = 40;

	private WayThere() {
	}

	/**
	 * Returns the first directory on the path in which another user could replace the
	 * next entry, or {@code null} if there is none. Missing directories, and those below
	 * them, do not count.
	 * @param uid the user of the path; root can always replace entries
	 * @throws IOException if a directory cannot be accessed, or links form a loop
	 */
	public static @Nullable Path unsafeDirectory(Path path, int uid) throws IOException {
		Deque<Path> ahead = new ArrayDeque<>();
		path.toAbsolutePath().forEach(ahead::add);
		Path root = path.toAbsolutePath().getRoot();
		Path here = root;
		int links = 0;
		while (!ahead.isEmpty()) {
			Path next = here.resolve(ahead.remove()).normalize();
			boolean mounted = UnvisitedPath.isFuse(next);
			boolean present = mounted || Files.exists(next, LinkOption.NOFOLLOW_LINKS);
			if (!Ownership.of(here).isSafeAbove(uid, present)) {
				return here;
			}
			if (!present) {
				return null;
			}
			if (!mounted && Files.isSymbolicLink(next)) {
				if (++links > MAX_LINKS) {
					throw new IOException("Too many symbolic links on the way to " + path);
				}
				Path target = Files.readSymbolicLink(next);
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
		return null;
	}

}
