package io.fusemount.autoconfigure.place;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory, or the nearest one above it that is there.
 */
public final class NearestDirectory {

	private NearestDirectory() {
	}

	/**
	 * Returns it for any place: the root directory is always there.
	 */
	public static Path of(Path place) {
		Path nearest = place.toAbsolutePath().normalize();
		Path above = nearest.getParent();
		while (above != null && !Files.isDirectory(nearest)) {
			nearest = above;
			above = nearest.getParent();
		}
		return nearest;
	}

}
