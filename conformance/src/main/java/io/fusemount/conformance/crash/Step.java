package io.fusemount.conformance.crash;

import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of operation of a writer.
 */
enum Step {

	/** Writes a new file and closes it. */
	CREATE,
	/** As {@link #CREATE}, with {@code fsync} halfway. */
	CREATE_SYNCHRONIZED,
	/** Writes at a random position of a file. */
	OVERWRITE,
	/** Opens a file with O_TRUNC and writes it anew. */
	REPLACE_CONTENT,
	/** Writes at the end of a file. */
	APPEND,
	/** Truncates a file. */
	TRUNCATE,
	/** Reads a file and compares it. */
	READ,
	/** Renames a file to a free name. */
	RENAME,
	/** Renames a file to the name of another one. */
	RENAME_OVER,
	/** Writes a new file and replaces another one with it. */
	SAVE,
	/** As {@link #SAVE}, before the new file is closed. */
	SAVE_OPEN,
	/** Deletes a file. */
	DELETE,
	/** Deletes a new file that is open and not committed. */
	DELETE_UNCOMMITTED,
	/** Writes a file and leaves it open. */
	LEAVE_OPEN,
	/** Creates a directory. */
	MAKE_DIRECTORY(true),
	/** Removes an empty directory. */
	REMOVE_DIRECTORY(true),
	/** Renames a directory to a free name, in the same directory or in another one. */
	MOVE_DIRECTORY(true),
	/** Renames a directory to the name of an empty one. */
	MOVE_DIRECTORY_OVER(true);

	private final boolean ofTrees;

	Step() {
		this(false);
	}

	Step(boolean ofTrees) {
		this.ofTrees = ofTrees;
	}

	/** Returns the steps that are possible, with or without directories. */
	static List<Step> possible(boolean tree) {
		return Stream.of(values()).filter((step) -> tree || !step.ofTrees).toList();
	}

}
