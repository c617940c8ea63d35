package io.fusemount.transport.jnr.libfuse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The kernel's mount table as this process sees it. Reading it never waits for a mounted
 * filesystem.
 */
public final class MountTable {

	private static final Path MOUNTINFO = Path.of("/proc/self/mountinfo");

	private static final int ID = 0;

	private static final int DEVICE = 2;

	private static final int MOUNT_POINT = 4;

	private static final int FIRST_OPTIONAL = 6;

	private MountTable() {
	}

	/**
	 * Returns what is mounted at this path, the topmost if there are several, or
	 * {@code null}.
	 * @param mountPoint the path without symbolic links
	 */
	public static @Nullable Entry find(Path mountPoint) {
		String wanted = mountPoint.toString();
		Entry found = null;
		for (Entry entry : read()) {
			if (entry.mountPoint().equals(wanted)) {
				found = entry;
			}
		}
		return found;
	}

	/**
	 * Returns the mount of this id, wherever its directory is by now, or {@code null} if
	 * it is not mounted any more.
	 */
	static @Nullable Entry find(int id) {
		return read().stream().filter((entry) -> entry.id() == id).findFirst().orElse(null);
	}

	private static List<Entry> read() {
		try {
			String table = new String(Files.readAllBytes(MOUNTINFO), StandardCharsets.UTF_8);
			return table.lines().map(MountTable::parse).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static Entry parse(String line) {
		String[] fields = line.split(" ");
		int separator = FIRST_OPTIONAL;
		while (!fields[separator].equals("-")) {
			separator++;
		}
		return new Entry(Integer.parseInt(fields[ID]), fields[DEVICE], unescape(fields[MOUNT_POINT]),
				fields[separator + 1]);
	}

	/** Blank, tab, newline and backslash are written as three octal digits. */
	private static String unescape(String text) {
		StringBuilder plain = new StringBuilder(text.length());
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c == '\\' && i + 3 < text.length()) {
				plain.append((char) Integer.parseInt(text.substring(i + 1, i + 4), 8));
				i += 3;
			}
			else {
				plain.append(c);
			}
		}
		return plain.toString();
	}

	/**
	 * A line of the mount table.
	 *
	 * @param id the number of the mount, which no other has as long as it is mounted
	 * @param device major and minor number with a colon between them
	 * @param mountPoint where it is mounted
	 * @param type the type of filesystem, such as {@code fuse.fusemount}
	 */
	public record Entry(int id, String device, String mountPoint, String type) {

		/**
		 * Whether it is a FUSE filesystem, this project's or another.
		 */
		public boolean isFuse() {
			return this.type.equals("fuse") || this.type.startsWith("fuse.") || this.type.equals("fuseblk");
		}

	}

}
