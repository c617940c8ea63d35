package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbFileSystemTests extends VfsConformanceKit {

	private static ArchiveOwner owner;

	@BeforeAll
	static void start() {
		owner = new ArchiveOwner(MariaDbServer.shared().createDatabase("vfs", MariaDbServer.EXACT), "document");
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
