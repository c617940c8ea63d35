package io.fusemount.transport.device.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.vfs.OpenDescriptors;

/**
 * The descriptors of other processes, by {@code /proc/PID/fdinfo}, where the kernel tells
 * the inode number since Linux 5.14. The link in {@code fd} would have to be followed,
 * and that asks the filesystem.
 */
public final class ProcessDescriptors implements OpenDescriptors {

	/** So many are looked at; shells have a few. */
	private static final int MAX_DESCRIPTORS = 1_000;

	private static final String FLAGS = "flags:";

	private static final String INODE = "ino:";

	/** {@code O_WRONLY} and {@code O_RDWR}. */
	private static final long WRITE = 3;

	@Override
	public boolean canWrite(int thread, long inode) {
		if (thread <= 0) {
			return false;
		}
		try (DirectoryStream<Path> descriptors = Files
			.newDirectoryStream(Path.of("/proc", Integer.toString(thread), "fdinfo"))) {
			int looked = 0;
			for (Path descriptor : descriptors) {
				if (++looked > MAX_DESCRIPTORS) {
					return false;
				}
				if (isWriter(descriptor, inode)) {
					return true;
				}
			}
			return false;
		}
		catch (IOException | DirectoryIteratorException ex) {
			// Of another user or container, or ended.
			return false;
		}
	}

	private static boolean isWriter(Path descriptor, long inode) {
		long flags = 0;
		long found = 0;
		try {
			for (String line : Files.readAllLines(descriptor, StandardCharsets.ISO_8859_1)) {
				if (line.startsWith(FLAGS)) {
					flags = Long.parseLong(line.substring(FLAGS.length()).strip(), 8);
				}
				else if (line.startsWith(INODE)) {
					found = Long.parseUnsignedLong(line.substring(INODE.length()).strip());
				}
			}
		}
		catch (IOException | NumberFormatException ex) {
			// It has been closed meanwhile.
			return false;
		}
		return found == inode && (flags & WRITE) != 0;
	}

}
