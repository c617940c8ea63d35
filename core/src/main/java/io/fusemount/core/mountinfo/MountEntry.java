package io.fusemount.core.mountinfo;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A mount.
 *
 * @param id its number, which no other one of the machine has as long as it is mounted,
 * whatever namespace that is in
 * @param device major and minor number with a colon between them
 * @param mountPoint where it is, a character for each byte of the path
 * @param type the type of filesystem, such as {@code fuse.fusemount}
 * @param peers the group of mounts that give each other what is mounted on them, see
 * mount_namespaces(7)
 * @param master the group from which it gets that and gives nothing back
 */
public record MountEntry(int id, String device, String mountPoint, String type, @Nullable String peers,
		@Nullable String master) {

	private static final int ID = 0;

	private static final int DEVICE = 2;

	private static final int MOUNT_POINT = 4;

	private static final int FIRST_OPTIONAL = 6;

	/** The encoding in which Java reads and writes paths, that of the locale. */
	private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));

	/** Blank, tab, newline and backslash are written so, and others may be. */
	private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

	static MountEntry parse(String line) {
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
		return new MountEntry(Integer.parseInt(fields[ID]), fields[DEVICE], unescape(fields[MOUNT_POINT]),
				fields[field + 1], peers, master);
	}

	private static String unescape(String text) {
		return OCTAL.matcher(text).replaceAll(MountEntry::character);
	}

	private static String character(MatchResult octal) {
		return Matcher.quoteReplacement(Character.toString(Integer.parseInt(octal.group(1), 8)));
	}

	/** Returns a path as mount points are here. */
	static String name(Path path) {
		return new String(path.toString().getBytes(PATHS), StandardCharsets.ISO_8859_1);
	}

	/**
	 * Returns where it is, or {@code null} where Java cannot name that: in a locale
	 * without its characters.
	 */
	public @Nullable Path path() {
		String text = new String(this.mountPoint.getBytes(StandardCharsets.ISO_8859_1), PATHS);
		boolean isExact = new String(text.getBytes(PATHS), StandardCharsets.ISO_8859_1).equals(this.mountPoint);
		return isExact ? Path.of(text) : null;
	}

	/**
	 * Returns where it is, for people.
	 */
	public String describe() {
		return new String(this.mountPoint.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
	}

	/**
	 * Whether a path is the mount point or in it.
	 * @param path without symbolic links
	 */
	public boolean isAbove(Path path) {
		return isAbove(name(path));
	}

	/**
	 * Whether another mount is at the mount point or in it.
	 */
	public boolean isAbove(MountEntry other) {
		return isAbove(other.mountPoint());
	}

	private boolean isAbove(String place) {
		String directory = this.mountPoint.equals("/") ? "" : this.mountPoint;
		return place.equals(this.mountPoint) || place.startsWith(directory + "/");
	}

	/**
	 * Whether its mount point is this path.
	 * @param path without symbolic links
	 */
	public boolean isAt(Path path) {
		return this.mountPoint.equals(name(path));
	}

	/**
	 * Whether it is a FUSE filesystem, this project's or another.
	 */
	public boolean isFuse() {
		return this.type.equals("fuse") || this.type.startsWith("fuse.") || this.type.equals("fuseblk");
	}

}
