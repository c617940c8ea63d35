package io.fusemount.core.spool;

/**
 * How much there is of files on the spool's disk that are not in the database.
 *
 * @param files their number
 * @param bytes their size together
 */
public record LocalFiles(int files, long bytes) {

	/** Nothing. */
	public static final LocalFiles NONE = new LocalFiles(0, 0);

	LocalFiles plus(LocalFiles more) {
		return new LocalFiles(this.files + more.files, this.bytes + more.bytes);
	}

}
