package io.fusemount.test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of a test's mounts, as a program has them. Paths begin at the mount point:
 * {@code contracts/lease.pdf}. What fails is a {@link java.nio.file.NoSuchFileException},
 * a {@link java.nio.file.AccessDeniedException}, a
 * {@link java.nio.file.FileAlreadyExistsException} or another {@link IOException}, which
 * has the name of the errno, and the reason, only in memory.
 */
public interface FuseMountFiles {

	/**
	 * Returns the files of a mount by its name, of an application with several. Without
	 * it, the files are those of the mount that has no name of its own, or of the first
	 * one.
	 */
	FuseMountFiles mount(String name);

	/**
	 * Whether programs see the files, by a mount in the kernel.
	 */
	boolean isMounted();

	/**
	 * Returns the mount point.
	 * @throws IllegalStateException if the files are in memory only
	 */
	Path mountPoint();

	/**
	 * Returns the content of a file.
	 */
	byte[] read(String path) throws IOException;

	/**
	 * Returns the content of a file that is text in UTF-8.
	 */
	default String readString(String path) throws IOException {
		return new String(read(path), StandardCharsets.UTF_8);
	}

	/**
	 * Writes a file, new or in the place of what it has had, and closes it: when this
	 * returns, it is committed.
	 */
	void write(String path, byte[] content) throws IOException;

	/**
	 * Writes text in UTF-8.
	 */
	default void write(String path, String content) throws IOException {
		write(path, content.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Returns the size that a listing shows, in bytes.
	 */
	long size(String path) throws IOException;

	/**
	 * Returns the names of what is in a directory, in order; {@code ""} is the root.
	 */
	List<String> list(String path) throws IOException;

	/**
	 * Renames a file, onto another one if that has the name.
	 */
	void move(String source, String target) throws IOException;

	/**
	 * Deletes a file.
	 */
	void delete(String path) throws IOException;

}
