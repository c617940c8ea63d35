package io.fusemount.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a test's mounts, as programs see them. Paths are relative to the mount
 * point: {@code contracts/lease.pdf}. Failures are a
 * {@link java.nio.file.NoSuchFileException}, a
 * {@link java.nio.file.AccessDeniedException}, a
 * {@link java.nio.file.FileAlreadyExistsException} or another {@link IOException} with
 * the name of the errno in its message and, only in memory, the reason.
 */
public interface FuseMountFiles {

	/**
	 * Returns the files of the mount with the given name, for an application with several
	 * mounts. Otherwise, the files are those of the mount without a name of its own, or
	 * of the first mount.
	 */
	FuseMountFiles mount(String name);

	/**
	 * Whether programs see the files, through a mount in the kernel.
	 */
	boolean isMounted();

	/**
	 * Returns the mount point.
	 * @throws IllegalStateException if the files are only in memory
	 */
	Path mountPoint();

	/**
	 * Returns the content of a file.
	 */
	byte[] read(String path) throws IOException;

	/**
	 * Returns the content of a file as text in UTF-8.
	 */
	default String readString(String path) throws IOException {
		return new String(read(path), StandardCharsets.UTF_8);
	}

	/**
	 * Writes a new file, or replaces the content of an existing one, and closes it: when
	 * the method returns, the content is committed.
	 */
	void write(String path, byte[] content) throws IOException;

	/**
	 * Writes text in UTF-8.
	 */
	default void write(String path, String content) throws IOException {
		write(path, content.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Returns the size of a file in bytes, as a listing shows it.
	 */
	long size(String path) throws IOException;

	/**
	 * Returns the sorted names of the entries of a directory; {@code ""} is the root.
	 */
	List<String> list(String path) throws IOException;

	/**
	 * Renames a file, replacing an existing file of the new name.
	 */
	void move(String source, String target) throws IOException;

	/**
	 * Deletes a file.
	 */
	void delete(String path) throws IOException;

}
