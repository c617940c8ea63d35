package io.fusemount.core.filesystem;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;

/**
 * The core's filesystem over files that take no more of a change than its ranges.
 */
class PatchableFilesModelTests extends VfsModelKit {

	@Override
	protected VfsFixture createFixture() {
		InMemoryDirectory files = new InMemoryDirectory("files").patchable();
		return new NodeFileSystemFixture(files, new InMemoryOwner(files));
	}

}
