package io.fusemount.autoconfigure.place;

import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.mountinfo.PathWalk;

/**
 * Finds a directory or its nearest existing parent.
 */
public final class NearestDirectory {

	private NearestDirectory() {
	}

	/**
	 * Returns the nearest existing directory. There is one for any path, because the root
	 * directory always exists.
	 */
	public static Path of(Path place) {
		Path nearest = place.toAbsolutePath().normalize();
		Path above = nearest.getParent();
		while (above != null && !PathWalk.isFuse(nearest) && !Files.isDirectory(nearest)) {
			nearest = above;
			above = nearest.getParent();
		}
		return nearest;
	}

}
