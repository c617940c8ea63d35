package io.fusemount.conformance.crash;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a writer does next.
 */
enum Step {

	/** Writes a new file and closes it. */
	CREATE,
	/** The same with {@code fsync} half-way. */
	CREATE_SYNCHRONIZED,
	/** Writes somewhere into a file. */
	OVERWRITE,
	/** Opens a file with O_TRUNC and writes it anew. */
	REPLACE_CONTENT,
	/** Writes at the end of a file. */
	APPEND,
	/** Cuts a file off. */
	TRUNCATE,
	/** Reads a file and compares it. */
	READ,
	/** Gives a file a free name. */
	RENAME,
	/** Gives a file the name of another one. */
	RENAME_OVER,
	/** Writes a new file and puts it in the place of another one. */
	SAVE,
	/** The same before the new file is closed. */
	SAVE_OPEN,
	/** Deletes a file. */
	DELETE,
	/** Deletes a new file that is open and not committed. */
	DELETE_UNCOMMITTED,
	/** Writes a file and leaves it open. */
	LEAVE_OPEN,
	/** Makes a directory. */
	MAKE_DIRECTORY(true),
	/** Removes an empty directory. */
	REMOVE_DIRECTORY(true),
	/** Gives a directory a free name, there or in another one. */
	MOVE_DIRECTORY(true),
	/** Gives a directory the name of an empty one. */
	MOVE_DIRECTORY_OVER(true);

	private final boolean ofTrees;

	Step() {
		this(false);
	}

	Step(boolean ofTrees) {
		this.ofTrees = ofTrees;
	}

	/** Returns what can be done. */
	static List<Step> possible(boolean tree) {
		return Stream.of(values()).filter((step) -> tree || !step.ofTrees).toList();
	}

}
