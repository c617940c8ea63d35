package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The mounts that a process sees, and whether what is mounted on them goes elsewhere: the
 * optional fields of {@code /proc/PID/mountinfo}, see mount_namespaces(7).
 *
 * @param mounts in the order in which they were mounted
 */
record MountTable(List<Entry> mounts) {

	/**
	 * Reads the table of a process: {@code self} or its number.
	 */
	static MountTable of(String process) throws IOException {
		return parse(Files.readAllLines(Path.of("/proc", process, "mountinfo")));
	}

	static MountTable parse(List<String> lines) {
		return new MountTable(lines.stream().map(Entry::parse).toList());
	}

	/**
	 * Returns the mount on which something is mounted at a place, or would be. A FUSE
	 * filesystem at the very place is what is mounted there.
	 * @param place a directory without symbolic links
	 */
	@Nullable Entry below(Path place) {
		Entry closest = null;
		for (Entry entry : this.mounts) {
			if (place.startsWith(entry.mountPoint()) && !(entry.isFuse() && place.equals(entry.mountPoint()))
					&& (closest == null || entry.mountPoint().startsWith(closest.mountPoint()))) {
				closest = entry;
			}
		}
		return closest;
	}

	/**
	 * Whether a mount is one of this table: no two of the machine have the same number,
	 * whatever namespace they are in.
	 */
	boolean has(Entry mount) {
		return this.mounts.stream().anyMatch((entry) -> entry.id().equals(mount.id()));
	}

	/**
	 * Whether this table gets what is mounted on a mount of another one.
	 */
	boolean hears(Entry mount) {
		return mount.peers() != null && this.mounts.stream()
			.anyMatch((entry) -> mount.peers().equals(entry.peers()) || mount.peers().equals(entry.master()));
	}

	/**
	 * A mount.
	 *
	 * @param id its number
	 * @param mountPoint where it is
	 * @param type the type of filesystem
	 * @param peers the group of mounts that give each other what is mounted on them
	 * @param master the group from which it gets that and gives nothing back
	 */
	record Entry(String id, Path mountPoint, String type, @Nullable String peers, @Nullable String master) {

		private static final int MOUNT_POINT = 4;

		private static final int FIRST_OPTIONAL = 6;

		static Entry parse(String line) {
			String[] fields = line.split(" ");
			String peers = null;
			String master = null;
			int field = FIRST_OPTIONAL;
			for (; !fields[field].equals("-"); field++) {
				if (fields[field].startsWith("shared:")) {
					peers = fields[field].substring("shared:".length());
				}
				else if (fields[field].startsWith("master:")) {
					master = fields[field].substring("master:".length());
				}
			}
			return new Entry(fields[0], Path.of(unescape(fields[MOUNT_POINT])), fields[field + 1], peers, master);
		}

		private static String unescape(String text) {
			return text.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\");
		}

		boolean isFuse() {
			return this.type.equals("fuse") || this.type.startsWith("fuse.");
		}

	}

}
