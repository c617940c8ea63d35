package io.fusemount.conformance.memory;

/**
 * What a filesystem can ask of an {@link InMemoryDirectory}, each a round trip if it were
 * a database.
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
	 * Whether the call is a transaction that changes something.
	 */
	public boolean isWrite() {
		return this == UPDATE || this == CREATE || this == DELETE || this == RENAME;
	}

}
