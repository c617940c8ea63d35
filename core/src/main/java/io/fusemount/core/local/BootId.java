package io.fusemount.core.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An identifier that changes with each start of the machine: files left by a process
 * before the last start may not have reached the disk.
 */
public final class BootId {

	private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

	private BootId() {
	}

	/**
	 * Reads the identifier.
	 * @throws IOException if the system has none
	 */
	public static String read() throws IOException {
		return Files.readString(FILE).strip();
	}

}
