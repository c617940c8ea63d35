package io.fusemount.core.operation;

import java.util.Locale;

/**
 * What operations do with the application that may take long: each asks it once.
 */
public enum Step {

	/** A file is stored in one transaction. */
	COMMIT,

	/** A page of a listing is read. */
	PAGE,

	/**
	 * Content is read that is not on the local disk: a piece, all of it at once, or that
	 * of several small files.
	 */
	FETCH,

	/** The filesystem is mounted. */
	MOUNT;

	private final String label = name().toLowerCase(Locale.ROOT);

	/**
	 * Returns the name as it stands in observations and documentation.
	 */
	public String label() {
		return this.label;
	}

}
