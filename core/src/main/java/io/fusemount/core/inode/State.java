package io.fusemount.core.inode;

/**
 * What is stored of a file.
 */
enum State {

	/** Nothing yet; the next commit creates the row. */
	NEW,
	/** Nothing; the file stays local. */
	SCRATCH,
	/** A row. */
	STORED,
	/** Nothing any more: the file was deleted or replaced. */
	GONE

}
