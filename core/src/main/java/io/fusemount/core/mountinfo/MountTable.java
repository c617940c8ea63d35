package io.fusemount.core.mountinfo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The mounts that a process sees. Reading them never waits for a mounted filesystem.
 *
 * @param entries in the order in which they were mounted
 */
public record MountTable(List<MountEntry> entries) {

	/**
	 * Reads what this process sees at the moment.
	 */
	public static MountTable read() {
		try {
			return of("self");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Reads what a process sees at the moment.
	 * @param process {@code self} or its number
	 */
	public static MountTable of(String process) throws IOException {
		return parse(Files.readAllBytes(Path.of("/proc", process, "mountinfo")));
	}

	/**
	 * Takes a table apart. Anybody may have given the names in it, in no encoding at all
	 * and with any character but a newline, so it is read by bytes.
	 */
	public static MountTable parse(byte[] table) {
		String[] lines = new String(table, StandardCharsets.ISO_8859_1).split("\n");
		return new MountTable(Stream.of(lines).map(MountEntry::parse).toList());
	}

	/**
	 * Returns what is mounted at this path, the topmost if there are several, or
	 * {@code null}.
	 * @param mountPoint the path without symbolic links
	 */
	public @Nullable MountEntry at(Path mountPoint) {
		String name = MountEntry.name(mountPoint);
		MountEntry found = null;
		for (MountEntry entry : this.entries) {
			if (entry.mountPoint().equals(name)) {
				found = entry;
			}
		}
		return found;
	}

	/**
	 * Returns the mount of this id, wherever its directory is by now, or {@code null} if
	 * it is not mounted any more.
	 */
	public @Nullable MountEntry find(int id) {
		return this.entries.stream().filter((entry) -> entry.id() == id).findFirst().orElse(null);
	}

}
