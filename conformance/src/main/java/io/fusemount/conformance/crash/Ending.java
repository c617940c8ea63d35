package io.fusemount.conformance.crash;

/**
 * How the work of the writers ended, which decides what is stored of files that were
 * written and never closed.
 */
public enum Ending {

	/**
	 * The process behind the mount was killed: files that were not closed are not stored.
	 */
	KILLED,

	/**
	 * The process was asked to end: files that were not closed are stored as they were,
	 * half-written or not.
	 */
	TERMINATED,

	/** The writers were told to stop, and have closed everything. */
	CLOSED

}
