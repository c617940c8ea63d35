package io.fusemount.conformance.model;

import java.util.List;

import io.fusemount.core.operation.Allocation;

/**
 * The operations of programs on the files of a tree of directories, in terms common to a
 * filesystem and its model. Open files occupy numbered slots, as descriptors do. Every
 * method fails with {@link io.fusemount.core.errno.ErrnoException}.
 */
interface ModelledFiles {

	/** Creates a file and opens it. */
	void create(int slot, String name);

	/** Opens a file for reading and writing. */
	void open(int slot, String name, boolean truncate);

	/** Creates an empty file without opening it. */
	void createEmpty(String name);

	void write(int slot, int position, byte[] bytes);

	/** Makes a range read as zeros, or only makes the file long enough for it. */
	void allocate(int slot, Allocation allocation, int position, int length);

	byte[] read(int slot, int position, int length);

	void truncate(int slot, int size);

	void truncate(String name, int size);

	long size(int slot);

	long size(String name);

	void sync(int slot);

	void close(int slot);

	void rename(String source, String target);

	void delete(String name);

	/** Creates or changes, as the application does, a file that is not open. */
	void changeBehind(String name, byte[] bytes);

	/** Deletes, as the application does, a file that is not open. */
	void removeBehind(String name);

	/** Closes everything and restarts the filesystem. */
	void restart();

	void makeDirectory(String path);

	void removeDirectory(String path);

	/** Renames or moves a directory. */
	void renameDirectory(String source, String target);

	/** Returns the paths of all files, sorted. */
	List<String> list();

}
