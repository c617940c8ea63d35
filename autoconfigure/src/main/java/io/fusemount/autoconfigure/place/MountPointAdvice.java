package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.autoconfigure.advice.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Warns if other users could replace a mount point, or if other processes do not see the
 * mount. It accesses nothing below the mount point.
 */
public final class MountPointAdvice implements Advice {

	private final List<Path> mountPoints;

	private final int uid;

	/**
	 * Creates the advice.
	 * @param uid the user id of the process
	 */
	public MountPointAdvice(List<Path> mountPoints, int uid) {
		this.mountPoints = List.copyOf(mountPoints);
		this.uid = uid;
	}

	@Override
	public List<String> lines() {
		List<String> lines = new ArrayList<>();
		for (Path mountPoint : this.mountPoints) {
			try {
				add(lines, replaceable(mountPoint));
				add(lines, unseen(mountPoint));
			}
			catch (IOException ex) {
				// The attempt to mount reports the problem.
			}
		}
		return lines;
	}

	private static void add(List<String> lines, @Nullable String line) {
		if (line != null) {
			lines.add(line);
		}
	}

	private @Nullable String replaceable(Path mountPoint) throws IOException {
		Path directory = WayThere.unsafeDirectory(mountPoint, this.uid);
		if (directory == null) {
			return null;
		}
		return ("Other users can replace the mount point %s with another directory, which programs would then use: "
				+ "%s %s. Mount below directories that only root and the user of the application can write to")
			.formatted(mountPoint, directory, Ownership.of(directory).description());
	}

	private static @Nullable String unseen(Path mountPoint) {
		String mistake = Visibility.of(mountPoint).mistake();
		return (mistake != null) ? mountPoint + ": " + mistake : null;
	}

}
