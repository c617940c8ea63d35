package io.fusemount.core.mount;

/**
 * Where a mount is in its life.
 */
public enum MountState {

	/** Not mounted: not yet, no longer, or unmounted from outside. */
	UNMOUNTED,

	/** On its way up. */
	MOUNTING,

	/** Answering. */
	MOUNTED,

	/** On its way down: commits what is dirty. */
	UNMOUNTING,

	/** The last attempt to mount failed. */
	FAILED

}
