package io.fusemount.core.filesystem;

import io.fusemount.conformance.memory.LimitedDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsQuotaKit;

/**
 * The core's filesystem over the reference directory with a quota.
 */
class QuotaConformanceTests extends VfsQuotaKit {

	@Override
	protected VfsFixture createFixture() {
		LimitedDirectory files = new LimitedDirectory("files", MAX_BYTES, MAX_FILES);
		return new NodeFileSystemFixture(files, new InMemoryOwner(files));
	}

}
