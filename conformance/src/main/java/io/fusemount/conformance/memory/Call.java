package io.fusemount.conformance.memory;

/**
 * The calls of a filesystem to an {@link InMemoryDirectory}. Each would be a round trip
 * to a database.
 */
public enum Call {

	/** One name is looked up. */
	FIND,

	/** One page is listed. */
	LIST,

	/** One range of content is read. */
	READ,

	/** One file is changed. */
	UPDATE,

	/** One file is created. */
	CREATE,

	/** One file is deleted. */
	DELETE,

	/** One file is renamed. */
	RENAME;

	/**
	 * Whether the call is a transaction that changes rows.
	 */
	public boolean isWrite() {
		return this == UPDATE || this == CREATE || this == DELETE || this == RENAME;
	}

}
