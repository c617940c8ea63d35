package io.fusemount.core.supervision;

/**
 * The number and size of files on the spool's disk that are not in the database.
 *
 * @param files the number of files
 * @param bytes the total size of the files
 */
public record FileTotal(int files, long bytes) {

	/** No files. */
	public static final FileTotal NONE = new FileTotal(0, 0);

	/**
	 * Returns the sum of both totals.
	 */
	public FileTotal plus(FileTotal more) {
		return new FileTotal(this.files + more.files, this.bytes + more.bytes);
	}

}
