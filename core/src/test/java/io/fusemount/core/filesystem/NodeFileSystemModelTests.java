package io.fusemount.core.filesystem;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;

/**
 * The core's filesystem over the reference directory.
 */
class NodeFileSystemModelTests extends VfsModelKit {

	@Override
	protected VfsFixture createFixture() {
		InMemoryDirectory files = new InMemoryDirectory("files");
		return new NodeFileSystemFixture(files, new InMemoryOwner(files));
	}

}
