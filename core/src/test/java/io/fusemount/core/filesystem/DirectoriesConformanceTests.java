package io.fusemount.core.filesystem;

import java.time.InstantSource;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsDirectoriesKit;
import io.fusemount.conformance.vfs.VfsFixture;

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
