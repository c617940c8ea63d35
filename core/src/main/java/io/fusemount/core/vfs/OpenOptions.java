package io.fusemount.core.vfs;

/**
 * What a program asks for when it opens a file.
 *
 * @param read whether it will read
 * @param write whether it will write
 * @param truncate whether the content is dropped at once ({@code O_TRUNC})
 * @param creation how a new file is made; nothing to a file that is there
 * @param append whether all it writes goes to the end ({@code O_APPEND})
 * @param direct whether the kernel neither keeps pages for it nor knows where its end is
 */
public record OpenOptions(boolean read, boolean write, boolean truncate, Creation creation, boolean append,
		boolean direct) {

	/** For reading only. */
	public static final OpenOptions READ = new OpenOptions(true, false, false, Creation.SHARED, false, false);

	/** For reading and writing. */
	public static final OpenOptions READ_WRITE = new OpenOptions(true, true, false, Creation.SHARED, false, false);

	/** For reading and writing a file that must not be there yet. */
	public static final OpenOptions NEW = new OpenOptions(true, true, false, Creation.EXCLUSIVE, false, false);

	/** For reading and writing a temporary file. */
	public static final OpenOptions TEMPORARY = new OpenOptions(true, true, false, Creation.TEMPORARY, false, false);

	/**
	 * Returns the same, except for what is said of the kernel.
	 */
	public OpenOptions direct(boolean wanted) {
		return new OpenOptions(this.read, this.write, this.truncate, this.creation, this.append, wanted);
	}

	/**
	 * Returns the same without dropping the content.
	 */
	public OpenOptions untruncated() {
		return new OpenOptions(this.read, this.write, false, this.creation, this.append, this.direct);
	}

	/**
	 * How a new file is made.
	 */
	public enum Creation {

		/** If somebody else has just made one of that name, that is opened. */
		SHARED,

		/** If there is one of that name, that is a failure ({@code O_EXCL}). */
		EXCLUSIVE,

		/**
		 * As {@code mkstemp(3)} makes one: exclusively, for reading and writing, and for
		 * its owner alone.
		 */
		TEMPORARY

	}

}
