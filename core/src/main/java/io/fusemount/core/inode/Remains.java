package io.fusemount.core.inode;

/**
 * What is left of an open file when one of its handles has ended.
 */
public enum Remains {

	/** The handle, because there is something to commit. */
	CHANGES,

	/** Other handles. */
	OPEN,

	/** The file, which stays local. */
	LOCAL,

	/** Nothing that anybody finds. */
	NOTHING

}
