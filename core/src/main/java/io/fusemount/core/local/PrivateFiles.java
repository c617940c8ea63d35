package io.fusemount.core.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Creates files and directories that only the user of the process can access: modes 0600
 * and 0700.
 */
public final class PrivateFiles {

	private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY = PosixFilePermissions
		.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

	private static final FileAttribute<Set<PosixFilePermission>> FILE = PosixFilePermissions
		.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

	private PrivateFiles() {
	}

	/**
	 * Creates a directory and its missing parents.
	 */
	public static void createDirectories(Path directory) throws IOException {
		Files.createDirectories(directory, DIRECTORY);
	}

	/**
	 * Runs work in a directory, and creates the directory only if it proves missing,
	 * because many operations work in the same one.
	 */
	public static <T> T in(Path directory, Work<T> work) throws IOException {
		try {
			return work.run();
		}
		catch (NoSuchFileException ex) {
			createDirectories(directory);
			return work.run();
		}
	}

	/**
	 * Creates a file that must not exist yet, for reading and writing.
	 */
	public static FileChannel create(Path file) throws IOException {
		return open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
	}

	/**
	 * Opens a file. A file that this creates is private.
	 */
	public static FileChannel open(Path file, OpenOption... options) throws IOException {
		return FileChannel.open(file, Set.of(options), FILE);
	}

	/**
	 * Work in a directory.
	 */
	@FunctionalInterface
	public interface Work<T> {

		T run() throws IOException;

	}

}
