package io.fusemount.core.operation;

import java.util.Locale;

/**
 * A potentially long interaction of an operation with the application: each step calls
 * the application once.
 */
public enum Step {

	/** Stores a file in one transaction. */
	COMMIT,

	/** Reads a page of a listing. */
	PAGE,

	/**
	 * Fetches content that is not on the local disk: one piece, the whole content, or the
	 * content of several small files.
	 */
	FETCH,

	/** Mounts the filesystem. */
	MOUNT;

	private final String label = name().toLowerCase(Locale.ROOT);

	/**
	 * Returns the name used in observations and documentation.
	 */
	public String label() {
		return this.label;
	}

}
