package io.fusemount.bench.store;

/**
 * A way to store small files, each change in a transaction of its own.
 */
public interface SmallFiles {

	/** Creates a file. */
	void create(String name, byte[] content) throws Exception;

	/** Replaces all of a file's content. */
	void overwrite(String name, byte[] content) throws Exception;

	/** Adds content to the end of a file. */
	void append(String name, byte[] content) throws Exception;

	/** Gives a file a name that is free. */
	void rename(String name, String target) throws Exception;

	/** Deletes a file. */
	void delete(String name) throws Exception;

}
