package io.fusemount.conformance.crash;

/**
 * How the writers' work came to its end, which decides on what was written and never
 * closed.
 */
public enum Ending {

	/** The process behind the mount was killed: what was not closed is not stored. */
	KILLED,

	/**
	 * The process was asked to end: what was not closed is stored as it was, half-written
	 * or not.
	 */
	TERMINATED,

	/** The writers have been told to stop, and have closed everything. */
	CLOSED

}
