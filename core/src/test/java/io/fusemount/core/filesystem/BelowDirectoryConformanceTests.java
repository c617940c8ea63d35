package io.fusemount.core.filesystem;

import java.time.InstantSource;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Ownership;

/**
 * The core's filesystem over a directory that is in two others.
 */
class BelowDirectoryConformanceTests extends VfsConformanceKit {

	@Override
	protected VfsFixture createFixture() {
		InMemoryDirectory outermost = new InMemoryDirectory("files", 7, true, InstantSource.system()).nested();
		InMemoryDirectory inner = (InMemoryDirectory) outermost.createDirectory(new Name("outer"), Ownership.NONE)
			.createDirectory(new Name("inner"), Ownership.NONE);
		return new NodeFileSystemFixture(outermost, new InMemoryOwner(inner), "/files/outer/inner");
	}

}
