package io.fusemount.core.operation;

/**
 * What becomes of a commit that finds its row changed or deleted since the file was
 * opened.
 */
public enum ConflictPolicy {

	/**
	 * It ends with {@code ESTALE}, the row stays as it is, and the bytes are kept among
	 * those that could not be stored.
	 */
	FAIL,

	/**
	 * It ends well: the row stays as it is, and the bytes become a new file beside it,
	 * with the time of the conflict in its name, or, if the row is gone, under its name.
	 */
	KEEP_BOTH

}
