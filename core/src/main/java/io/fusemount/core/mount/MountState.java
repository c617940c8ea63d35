package io.fusemount.core.mount;

/**
 * The lifecycle states of a mount.
 */
public enum MountState {

	/** Not mounted: not yet, no longer, or unmounted from outside. */
	UNMOUNTED,

	/** Being mounted. */
	MOUNTING,

	/** Mounted and answering. */
	MOUNTED,

	/** Being unmounted; dirty files are committed. */
	UNMOUNTING,

	/** The last attempt to mount failed. */
	FAILED

}
