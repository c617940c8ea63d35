package io.fusemount.core.mountinfo;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A mount.
 *
 * @param id the mount id, unique on the machine across all namespaces while it is mounted
 * @param device the major and minor number, with a colon between them
 * @param mountPoint the mount point, with one character for each byte of the path
 * @param options those of the mount and of the filesystem
 * @param type the type of the filesystem, such as {@code fuse.fusemount}
 * @param peers the peer group, whose mounts propagate mounts to each other, see
 * mount_namespaces(7)
 * @param master the master group, whose mounts propagate to this one but not back
 */
public record MountEntry(int id, String device, String mountPoint, Set<String> options, String type,
		@Nullable String peers, @Nullable String master) {

	private static final int ID = 0;

	private static final int DEVICE = 2;

	private static final int MOUNT_POINT = 4;

	private static final int OPTIONS = 5;

	private static final int FIRST_OPTIONAL = 6;

	/** Behind the separator of the optional fields. */
	private static final int FILE_SYSTEM_OPTIONS = 3;

	/** The encoding in which Java reads and writes paths, that of the locale. */
	private static final Charset PATHS = Charset.forName(System.getProperty("sun.jnu.encoding"));

	/**
	 * The kernel escapes blank, tab, newline and backslash in this way, and may escape
	 * others.
	 */
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
		String ofFileSystem = (fields.length > field + FILE_SYSTEM_OPTIONS) ? fields[field + FILE_SYSTEM_OPTIONS] : "";
		Set<String> options = new HashSet<>(List.of((fields[OPTIONS] + "," + ofFileSystem).split(",")));
		return new MountEntry(Integer.parseInt(fields[ID]), fields[DEVICE], unescape(fields[MOUNT_POINT]), options,
				fields[field + 1], peers, master);
	}

	private static String unescape(String text) {
		return OCTAL.matcher(text).replaceAll(MountEntry::character);
	}

	private static String character(MatchResult octal) {
		return Matcher.quoteReplacement(Character.toString(Integer.parseInt(octal.group(1), 8)));
	}

	/** Returns a path in the form of {@link #mountPoint()}. */
	static String name(Path path) {
		return new String(path.toString().getBytes(PATHS), StandardCharsets.ISO_8859_1);
	}

	/**
	 * Returns the mount point, or {@code null} if Java cannot represent the path because
	 * the locale lacks its characters.
	 */
	public @Nullable Path path() {
		String text = new String(this.mountPoint.getBytes(StandardCharsets.ISO_8859_1), PATHS);
		boolean isExact = new String(text.getBytes(PATHS), StandardCharsets.ISO_8859_1).equals(this.mountPoint);
		return isExact ? Path.of(text) : null;
	}

	/**
	 * Returns the mount point for people to read.
	 */
	public String describe() {
		return new String(this.mountPoint.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
	}

	/**
	 * Whether a path is the mount point or below it.
	 * @param path without symbolic links
	 */
	public boolean isAbove(Path path) {
		return isAbove(name(path));
	}

	/**
	 * Whether another mount is at or below the mount point.
	 */
	public boolean isAbove(MountEntry other) {
		return isAbove(other.mountPoint());
	}

	private boolean isAbove(String place) {
		String directory = this.mountPoint.equals("/") ? "" : this.mountPoint;
		return place.equals(this.mountPoint) || place.startsWith(directory + "/");
	}

	/**
	 * Whether the mount point is the given path.
	 * @param path without symbolic links
	 */
	public boolean isAt(Path path) {
		return this.mountPoint.equals(name(path));
	}

	/**
	 * Whether the mount is a FUSE filesystem, of this project or another.
	 */
	public boolean isFuse() {
		return this.type.equals("fuse") || this.type.startsWith("fuse.") || this.type.equals("fuseblk");
	}

}
