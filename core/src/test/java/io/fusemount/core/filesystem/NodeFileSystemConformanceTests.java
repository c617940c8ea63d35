package io.fusemount.core.filesystem;

import java.time.InstantSource;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;

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
