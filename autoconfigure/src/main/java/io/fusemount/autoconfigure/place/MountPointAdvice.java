package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.autoconfigure.advice.Advice;
import org.jspecify.annotations.Nullable;

/**
 * Says of a mount point that others could put something else in its place, or that others
 * do not see what is mounted there. It looks at nothing below the mount point.
 */
public final class MountPointAdvice implements Advice {

	private final List<Path> mountPoints;

	private final int uid;

	/**
	 * Creates the advice.
	 * @param uid the user of the process
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
				// Mounting tells what is wrong with it.
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
		return ("Others can put another directory in the place of the mount point %s, and programs would use that: "
				+ "%s %s. Mount below directories in which only root and the user of the application can write")
			.formatted(mountPoint, directory, Ownership.of(directory).description());
	}

	private static @Nullable String unseen(Path mountPoint) {
		String mistake = Visibility.of(mountPoint).mistake();
		return (mistake != null) ? mountPoint + ": " + mistake : null;
	}

}
