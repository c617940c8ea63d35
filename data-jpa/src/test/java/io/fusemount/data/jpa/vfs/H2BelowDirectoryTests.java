package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over folders on H2, two folders deep.
 */
class H2BelowDirectoryTests extends VfsConformanceKit {

	private static CabinetOwner owner;

	@BeforeAll
	static void start() {
		owner = new CabinetOwner("jdbc:h2:mem:below;DB_CLOSE_DELAY=-1", "document");
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory("one/two"), owner, "/files/one/two");
	}

}
