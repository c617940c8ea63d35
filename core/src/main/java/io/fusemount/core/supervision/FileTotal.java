package io.fusemount.core.supervision;

/**
 * How much there is of files on the spool's disk that are not in the database.
 *
 * @param files their number
 * @param bytes their size together
 */
public record FileTotal(int files, long bytes) {

	/** Nothing. */
	public static final FileTotal NONE = new FileTotal(0, 0);

	/**
	 * Returns both together.
	 */
	public FileTotal plus(FileTotal more) {
		return new FileTotal(this.files + more.files, this.bytes + more.bytes);
	}

}
