package io.fusemount.autoconfigure.place;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The mounts that a process sees, and whether what is mounted on them goes elsewhere: the
 * optional fields of {@code /proc/PID/mountinfo}, see mount_namespaces(7). Anybody may
 * have given its names, in no encoding at all: here each character is a byte of them.
 *
 * @param mounts in the order in which they were mounted
 */
record MountTable(List<Entry> mounts) {

	/**
	 * Reads the table of a process: {@code self} or its number.
	 */
	static MountTable of(String process) throws IOException {
		return parse(Files.readAllBytes(Path.of("/proc", process, "mountinfo")));
	}

	static MountTable parse(byte[] table) {
		String[] lines = new String(table, StandardCharsets.ISO_8859_1).split("\n");
		return new MountTable(Stream.of(lines).map(Entry::parse).toList());
	}

	/**
	 * Returns the mount on which something is mounted at a place, or would be. A FUSE
	 * filesystem at the very place is what is mounted there.
	 * @param place a directory without symbolic links
	 */
	@Nullable Entry below(Path place) {
		String bytes = bytes(place);
		Entry closest = null;
		for (Entry entry : this.mounts) {
			if (entry.isAbove(bytes) && !(entry.isFuse() && bytes.equals(entry.mountPoint()))
					&& (closest == null || closest.isAbove(entry.mountPoint()))) {
				closest = entry;
			}
		}
		return closest;
	}

	/** The encoding is the one in which Java has read or will write the path. */
	private static String bytes(Path place) {
		Charset encoding = Charset.forName(System.getProperty("sun.jnu.encoding"));
		return new String(place.toString().getBytes(encoding), StandardCharsets.ISO_8859_1);
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
	 * @param mountPoint where it is, a character for each byte
	 * @param type the type of filesystem
	 * @param peers the group of mounts that give each other what is mounted on them
	 * @param master the group from which it gets that and gives nothing back
	 */
	record Entry(String id, String mountPoint, String type, @Nullable String peers, @Nullable String master) {

		private static final int MOUNT_POINT = 4;

		private static final int FIRST_OPTIONAL = 6;

		/** Blank, tab, newline and backslash are written so, and others may be. */
		private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

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
			return new Entry(fields[0], unescape(fields[MOUNT_POINT]), fields[field + 1], peers, master);
		}

		private static String unescape(String text) {
			return OCTAL.matcher(text).replaceAll(Entry::character);
		}

		private static String character(MatchResult octal) {
			return Matcher.quoteReplacement(Character.toString(Integer.parseInt(octal.group(1), 8)));
		}

		/** Whether a place is the mount point or in it. */
		private boolean isAbove(String place) {
			String directory = this.mountPoint.equals("/") ? "" : this.mountPoint;
			return place.equals(this.mountPoint) || place.startsWith(directory + "/");
		}

		/** Returns where it is, for people. */
		String describe() {
			return new String(this.mountPoint.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
		}

		boolean isFuse() {
			return this.type.equals("fuse") || this.type.startsWith("fuse.");
		}

	}

}
