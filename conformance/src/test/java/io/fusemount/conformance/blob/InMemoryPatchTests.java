package io.fusemount.conformance.blob;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.node.Directory;

/**
 * The kit itself, held against files that take content as a whole.
 */
class InMemoryPatchTests extends ContentPatchKit {

	private final Directory directory = new InMemoryDirectory("patched");

	@Override
	protected Directory directory() {
		return this.directory;
	}

}
