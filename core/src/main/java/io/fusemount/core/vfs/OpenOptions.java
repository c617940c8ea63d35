package io.fusemount.core.vfs;

/**
 * What a program asks for when it opens a file. {@code O_APPEND} is not among it: the
 * kernel, which alone knows the end under its own lock, passes each write's position.
 *
 * @param read whether it will read
 * @param write whether it will write
 * @param truncate whether the content is dropped at once ({@code O_TRUNC})
 */
public record OpenOptions(boolean read, boolean write, boolean truncate) {

	/** For reading only. */
	public static final OpenOptions READ = new OpenOptions(true, false, false);

	/** For reading and writing. */
	public static final OpenOptions READ_WRITE = new OpenOptions(true, true, false);

}
