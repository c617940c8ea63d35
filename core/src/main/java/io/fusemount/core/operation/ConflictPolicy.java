package io.fusemount.core.operation;

/**
 * The handling of a commit whose row was changed or deleted after the file was opened.
 */
public enum ConflictPolicy {

	/**
	 * The commit fails with {@code ESTALE}, the row stays unchanged, and the bytes are
	 * kept with those that could not be stored.
	 */
	FAIL,

	/**
	 * The commit succeeds and the row stays unchanged. The bytes become a new file beside
	 * it, with the time of the conflict in its name, or, if the row was deleted, a file
	 * of the original name.
	 */
	KEEP_BOTH

}
