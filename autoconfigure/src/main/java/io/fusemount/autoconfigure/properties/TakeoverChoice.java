package io.fusemount.autoconfigure.properties;

/**
 * Whether a mount goes from one process to the next.
 */
public enum TakeoverChoice {

	/** Where something holds the connection to the kernel in between. */
	AUTO,

	/** Also to a second process beside this one, where nothing holds the connection. */
	ALWAYS,

	/** Never: the filesystem is unmounted when the application stops. */
	NEVER

}
