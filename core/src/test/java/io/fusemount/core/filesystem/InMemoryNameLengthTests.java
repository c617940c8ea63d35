package io.fusemount.core.filesystem;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.VfsNameLengthKit;
import io.fusemount.core.node.Directory;

/**
 * Names that are too long for rows in memory.
 */
class InMemoryNameLengthTests extends VfsNameLengthKit {

	private static final int LONGEST = 20;

	@Override
	protected Directory emptyDirectory() {
		return new InMemoryDirectory("files").nested().withNamesOf(LONGEST);
	}

	@Override
	protected int longest() {
		return LONGEST;
	}

}
