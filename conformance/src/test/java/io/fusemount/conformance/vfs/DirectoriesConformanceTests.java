package io.fusemount.conformance.vfs;

import java.time.InstantSource;

import io.fusemount.conformance.memory.InMemoryDirectory;

/**
 * The core's filesystem over a tree of directories in memory.
 */
class DirectoriesConformanceTests extends VfsDirectoriesKit {

	private final InMemoryDirectory files = new InMemoryDirectory("files", 7, true, InstantSource.system()).nested();

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(this.files, new InMemoryOwner(this.files));
	}

	@Override
	protected ApplicationTree tree() {
		return new InMemoryOwner(this.files);
	}

}
