package io.fusemount.core.operation;

import io.fusemount.core.errno.Errno;

/**
 * A limit of what is kept because it could not be stored.
 */
public enum UnsavedLimit {

	/** How long it is kept. */
	AGE("fusemount.unsaved.keep-for", Errno.ETIMEDOUT),

	/** How much is kept. */
	SIZE("fusemount.unsaved.max-size", Errno.EDQUOT);

	private final String property;

	private final Errno errno;

	UnsavedLimit(String property, Errno errno) {
		this.property = property;
		this.errno = errno;
	}

	/**
	 * Returns the property that sets it.
	 */
	public String property() {
		return this.property;
	}

	/**
	 * Returns the errno that stands for it where people read of failures.
	 */
	public Errno errno() {
		return this.errno;
	}

}
