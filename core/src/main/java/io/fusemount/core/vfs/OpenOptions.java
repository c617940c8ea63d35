package io.fusemount.core.vfs;

/**
 * The options with which a program opens a file.
 *
 * @param read whether the program will read
 * @param write whether the program will write
 * @param truncate whether the content is dropped on open ({@code O_TRUNC})
 * @param creation how a new file is created; irrelevant to an existing file
 * @param append whether every write goes to the end of the file ({@code O_APPEND})
 * @param direct whether the kernel bypasses its page cache for the file, and so does not
 * know where the file ends
 * @param mode the mode bits of a new file, without those of the program's umask
 */
public record OpenOptions(boolean read, boolean write, boolean truncate, Creation creation, boolean append,
		boolean direct, int mode) {

	/** What most programs ask for, without the bits of the usual umask. */
	private static final int USUAL = 0644;

	private static final int PRIVATE = 0600;

	/** For reading only. */
	public static final OpenOptions READ = new OpenOptions(true, false, false, Creation.SHARED, false, false);

	/** For reading and writing. */
	public static final OpenOptions READ_WRITE = new OpenOptions(true, true, false, Creation.SHARED, false, false);

	/** For reading and writing a file that must not exist yet. */
	public static final OpenOptions NEW = new OpenOptions(true, true, false, Creation.EXCLUSIVE, false, false);

	/** For reading and writing a temporary file. */
	public static final OpenOptions TEMPORARY = new OpenOptions(true, true, false, Creation.TEMPORARY, false, false,
			PRIVATE);

	/**
	 * Creates options with which a new file is readable for all and writable for its
	 * owner.
	 */
	public OpenOptions(boolean read, boolean write, boolean truncate, Creation creation, boolean append,
			boolean direct) {
		this(read, write, truncate, creation, append, direct, USUAL);
	}

	/**
	 * Returns these options with another value for {@code direct}.
	 */
	public OpenOptions direct(boolean wanted) {
		return new OpenOptions(this.read, this.write, this.truncate, this.creation, this.append, wanted, this.mode);
	}

	/**
	 * Returns these options without truncation.
	 */
	public OpenOptions untruncated() {
		return new OpenOptions(this.read, this.write, false, this.creation, this.append, this.direct, this.mode);
	}

	/**
	 * How a new file is created.
	 */
	public enum Creation {

		/**
		 * If another program has just created a file of that name, that file is opened.
		 */
		SHARED,

		/** If a file of that name exists, the creation fails ({@code O_EXCL}). */
		EXCLUSIVE,

		/**
		 * As {@code mkstemp(3)} creates a file: exclusively, for reading and writing, and
		 * for its owner alone.
		 */
		TEMPORARY

	}

}
