package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

import org.jspecify.annotations.Nullable;

/**
 * The directories that a path leads through, those of symbolic links on the way included.
 */
public final class WayThere {

	/** As many links as the kernel follows. */
	private static final int MAX_LINKS = 40;

	private WayThere() {
	}

	/**
	 * Returns the first directory on the way in which somebody else could put another
	 * entry in the place of the next one, or {@code null} if there is none. What is not
	 * there yet, and what is below, does not count.
	 * @param uid the user whose path it is; root can do everything
	 * @throws IOException if a directory cannot be looked at, or links lead in a circle
	 */
	public static @Nullable Path unsafeDirectory(Path path, int uid) throws IOException {
		Deque<Path> ahead = new ArrayDeque<>();
		path.toAbsolutePath().forEach(ahead::add);
		Path root = path.toAbsolutePath().getRoot();
		Path here = root;
		int links = 0;
		while (!ahead.isEmpty()) {
			Path next = here.resolve(ahead.remove()).normalize();
			boolean present = Files.exists(next, LinkOption.NOFOLLOW_LINKS);
			if (!Ownership.of(here).isSafeAbove(uid, present)) {
				return here;
			}
			if (!present) {
				return null;
			}
			if (Files.isSymbolicLink(next)) {
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
