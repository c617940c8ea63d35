package io.fusemount.conformance.vfs;

import io.fusemount.conformance.memory.InMemoryDirectory;

/**
 * The core's filesystem over files that take no more of a change than its ranges.
 */
class PatchableFilesConformanceTests extends VfsConformanceKit {

	@Override
	protected VfsFixture createFixture() {
		InMemoryDirectory files = new InMemoryDirectory("files").patchable();
		return new NodeFileSystemFixture(files, new InMemoryOwner(files));
	}

}
