package io.fusemount.core.inode;

/**
 * What is left of an open file after the end of one of its handles.
 */
public enum Remains {

	/** The handle, because there is something to commit. */
	CHANGES,
	/** Other handles. */
	OPEN,
	/** The file, which stays local. */
	LOCAL,
	/** No local state. */
	NOTHING

}
