package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether what is mounted at a place is seen outside of this mount namespace: the
 * optional fields of {@code /proc/self/mountinfo}, see mount_namespaces(7).
 *
 * @param lines the mount table of this process
 */
record Propagation(List<String> lines) {

	private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");

	private static final int MOUNT_POINT = 4;

	private static final int FIRST_OPTIONAL = 6;

	static Propagation ofProcess() throws IOException {
		return new Propagation(Files.readAllLines(MOUNTINFO));
	}

	/**
	 * Whether mounts come here from another namespace and none goes back there, as in a
	 * service of systemd that has a private view of the filesystem.
	 * @param place a directory without symbolic links
	 */
	boolean isOneWay(Path place) {
		String options = null;
		Path closest = null;
		for (String line : this.lines) {
			String[] fields = line.split(" ");
			Path mounted = Path.of(fields[MOUNT_POINT].replace("\\040", " "));
			if (place.startsWith(mounted) && (closest == null || mounted.startsWith(closest))) {
				closest = mounted;
				options = optional(fields);
			}
		}
		return options != null && options.contains("master:");
	}

	private static String optional(String[] fields) {
		StringBuilder text = new StringBuilder();
		for (int i = FIRST_OPTIONAL; i < fields.length && !fields[i].equals("-"); i++) {
			text.append(fields[i]).append(' ');
		}
		return text.toString();
	}

}
