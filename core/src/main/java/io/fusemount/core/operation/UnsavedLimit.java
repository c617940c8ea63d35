package io.fusemount.core.operation;

import io.fusemount.core.errno.Errno;

/**
 * A limit of the content that is kept because it could not be stored.
 */
public enum UnsavedLimit {

	/** The time for which content is kept. */
	AGE("fusemount.unsaved.keep-for", Errno.ETIMEDOUT),

	/** The total size of the kept content. */
	SIZE("fusemount.unsaved.max-size", Errno.EDQUOT);

	private final String property;

	private final Errno errno;

	UnsavedLimit(String property, Errno errno) {
		this.property = property;
		this.errno = errno;
	}

	/**
	 * Returns the property that sets the limit.
	 */
	public String property() {
		return this.property;
	}

	/**
	 * Returns the errno that stands for the limit in the list of failures.
	 */
	public Errno errno() {
		return this.errno;
	}

}
