package io.fusemount.conformance.memory;

/**
 * What a user may do with a row.
 */
public enum Access {

	/** Nothing: to this user, the row does not exist. */
	NONE,

	/** See and read it. */
	READ,

	/** See, read, change, rename and delete it. */
	WRITE

}
