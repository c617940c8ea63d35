package io.fusemount.conformance.vfs;

import java.time.InstantSource;

import io.fusemount.conformance.memory.InMemoryDirectory;

/**
 * The core's filesystem over the reference directory, with pages so small that every
 * listing has several.
 */
class NodeFileSystemConformanceTests extends VfsConformanceKit {

	@Override
	protected VfsFixture createFixture() {
		InMemoryDirectory files = new InMemoryDirectory("files", 7, true, InstantSource.system());
		return new NodeFileSystemFixture(files, new InMemoryOwner(files));
	}

}
