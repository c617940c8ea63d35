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
 * @param entries the mounts in the order in which they were mounted
 */
public record MountTable(List<MountEntry> entries) {

	/**
	 * Reads the mounts that this process sees at the moment.
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
	 * Reads the mounts that a process sees at the moment.
	 * @param process {@code self} or the process id
	 */
	public static MountTable of(String process) throws IOException {
		return parse(Files.readAllBytes(Path.of("/proc", process, "mountinfo")));
	}

	/**
	 * Parses a mount table. Its names may come from any user, in any encoding and with
	 * any character but a newline, so the table is read as bytes.
	 */
	public static MountTable parse(byte[] table) {
		String[] lines = new String(table, StandardCharsets.ISO_8859_1).split("\n");
		return new MountTable(Stream.of(lines).map(MountEntry::parse).toList());
	}

	/**
	 * Returns the topmost mount at this path, or {@code null} if there is none.
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
	 * Returns the mount with this id, wherever its directory is by now, or {@code null}
	 * if it is no longer mounted.
	 */
	public @Nullable MountEntry find(int id) {
		return this.entries.stream().filter((entry) -> entry.id() == id).findFirst().orElse(null);
	}

}
