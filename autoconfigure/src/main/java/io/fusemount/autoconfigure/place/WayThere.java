package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import io.fusemount.core.mountinfo.PathWalk;
import org.jspecify.annotations.Nullable;

/**
 * The directories that a path passes through, including those of symbolic links.
 */
public final class WayThere {

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
		PathWalk walk = new PathWalk(path);
		while (!walk.isAtEnd()) {
			boolean present = walk.isFuseNext() || Files.exists(walk.next(), LinkOption.NOFOLLOW_LINKS);
			if (!Ownership.of(walk.here()).isSafeAbove(uid, present)) {
				return walk.here();
			}
			if (!present) {
				return null;
			}
			walk.go();
		}
		return null;
	}

}
