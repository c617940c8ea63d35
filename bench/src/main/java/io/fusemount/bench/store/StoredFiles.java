package io.fusemount.bench.store;

import java.nio.file.Path;

/**
 * A way to store files of any size and to read them again.
 */
public interface StoredFiles extends SmallFiles {

	/**
	 * Lists all files with their attributes.
	 * @return the number of files
	 */
	long list() throws Exception;

	/**
	 * Reads the whole content of a small file.
	 * @return the length of the file
	 */
	long read(String name) throws Exception;

	/** Creates a file with the content of a local one, and waits until it is stored. */
	long write(String name, Path source) throws Exception;

	/**
	 * Reads a large file from start to end, 1 MiB at a time.
	 * @return the length of the file
	 */
	long stream(String name) throws Exception;

	/** Replaces some bytes of a file. */
	void patch(String name, long position, byte[] bytes) throws Exception;

}
