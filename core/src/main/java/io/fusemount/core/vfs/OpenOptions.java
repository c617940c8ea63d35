package io.fusemount.core.vfs;

/**
 * What a program asks for when it opens a file.
 *
 * @param read whether it will read
 * @param write whether it will write
 * @param truncate whether the content is dropped at once ({@code O_TRUNC})
 * @param temporary whether a new file is made as {@code mkstemp(3)} makes it: for reading
 * and writing, for its owner alone, and only if there is none ({@code O_EXCL})
 * @param append whether all it writes goes to the end ({@code O_APPEND})
 */
public record OpenOptions(boolean read, boolean write, boolean truncate, boolean temporary, boolean append) {

	/** For reading only. */
	public static final OpenOptions READ = new OpenOptions(true, false, false, false, false);

	/** For reading and writing. */
	public static final OpenOptions READ_WRITE = new OpenOptions(true, true, false, false, false);

	/** For reading and writing a temporary file. */
	public static final OpenOptions TEMPORARY = new OpenOptions(true, true, false, true, false);

}
