package io.fusemount.core.inode;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Who has created a file, and where.
 *
 * @param program the process
 * @param directory the key of the directory
 */
record Maker(Caller.Program program, NodeKey directory) {

	/**
	 * Returns {@code null} if the program is not known.
	 */
	static @Nullable Maker of(@Nullable Caller caller, NodeKey directory) {
		Caller.Program program = (caller != null) ? caller.program() : null;
		return (program != null) ? new Maker(program, directory) : null;
	}

}
