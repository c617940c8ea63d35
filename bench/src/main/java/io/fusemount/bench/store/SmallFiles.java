package io.fusemount.bench.store;

/**
 * A way to store small files, with each change in a transaction of its own.
 */
public interface SmallFiles {

	/** Creates a file. */
	void create(String name, byte[] content) throws Exception;

	/** Replaces the whole content of a file. */
	void overwrite(String name, byte[] content) throws Exception;

	/** Adds content to the end of a file. */
	void append(String name, byte[] content) throws Exception;

	/** Renames a file to a free name. */
	void rename(String name, String target) throws Exception;

	/** Deletes a file. */
	void delete(String name) throws Exception;

}
