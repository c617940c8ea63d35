package io.fusemount.core.namespace;

import java.util.Set;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.operation.Caller;

/**
 * What new files and directories have of owner, group and mode: those of the program, as
 * far as the directory that they are in lets them keep any.
 */
final class Beginnings {

	private Beginnings() {
	}

	/**
	 * Returns what a new node begins with.
	 * @param mode the mode bits that its program asks for
	 * @param subdirectory whether the node is a directory
	 */
	static Ownership of(Directory directory, int mode, boolean subdirectory) {
		Set<Ownership.Part> kept = directory.keepsOfNew(subdirectory);
		if (kept.isEmpty()) {
			return Ownership.NONE;
		}
		Caller caller = Caller.current();
		Ownership above = directory.ownership();
		Ownership begun = (caller != null) ? above.ofNew(caller.uid(), caller.gid(), mode, subdirectory)
				: Ownership.ofMode(mode);
		return begun.only(kept);
	}

}
