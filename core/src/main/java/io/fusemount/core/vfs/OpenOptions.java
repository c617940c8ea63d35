package io.fusemount.core.vfs;

/**
 * What a program asks for when it opens a file.
 *
 * @param read whether it will read
 * @param write whether it will write
 * @param append whether every write goes to the end ({@code O_APPEND})
 * @param truncate whether the content is dropped at once ({@code O_TRUNC})
 */
public record OpenOptions(boolean read, boolean write, boolean append, boolean truncate) {

	/** For reading only. */
	public static final OpenOptions READ = new OpenOptions(true, false, false, false);

	/** For reading and writing. */
	public static final OpenOptions READ_WRITE = new OpenOptions(true, true, false, false);

}
