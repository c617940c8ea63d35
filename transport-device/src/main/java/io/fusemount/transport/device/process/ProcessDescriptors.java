package io.fusemount.transport.device.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.vfs.OpenDescriptors;

/**
 * The descriptors of other processes, from {@code /proc/PID/fdinfo}, which has the inode
 * number since Linux 5.14. The link in {@code fd} would have to be followed, which
 * involves the filesystem.
 */
public final class ProcessDescriptors implements OpenDescriptors {

	/** The maximum number of descriptors to examine; shells have a few. */
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
			// The process belongs to another user or container, or has ended.
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
			// It has been closed in the meantime.
			return false;
		}
		return found == inode && (flags & WRITE) != 0;
	}

}
