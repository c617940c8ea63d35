package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsDirectoriesKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A tree of directories that are rows.
 */
@EnabledIfMariaDb
class MariaDbTreeTests extends VfsDirectoriesKit {

	private static CabinetOwner owner;

	@BeforeAll
	static void start() {
		owner = new CabinetOwner(MariaDbServer.shared().createDatabase("cabinet", MariaDbServer.EXACT), "document");
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory(), owner);
	}

	@Override
	protected ApplicationTree tree() {
		return owner;
	}

}
