package io.fusemount.core.filesystem;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsOwnershipKit;
import io.fusemount.core.node.Ownership;

/**
 * The core's filesystem over the reference directory.
 */
class OwnershipConformanceTests extends VfsOwnershipKit {

	@Override
	protected VfsFixture createFixture() {
		InMemoryDirectory files = new InMemoryDirectory("files").nested().keeping(Ownership.Part.values());
		return new NodeFileSystemFixture(files, new InMemoryOwner(files));
	}

}
