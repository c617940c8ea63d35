package io.fusemount.core.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is different after each start of the machine: what a process has left before may
 * not have reached the disk.
 */
public final class BootId {

	private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

	private BootId() {
	}

	/**
	 * Reads it.
	 * @throws IOException if the system has none
	 */
	public static String read() throws IOException {
		return Files.readString(FILE).strip();
	}

}
