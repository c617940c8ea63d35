package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on H2.
 */
class H2FileSystemTests extends VfsConformanceKit {

	private static ArchiveOwner owner;

	@BeforeAll
	static void start() {
		owner = new ArchiveOwner("jdbc:h2:mem:vfs;DB_CLOSE_DELAY=-1", "document");
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory(), owner);
	}

}
