package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsTwoNodesKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Two nodes that share a tree of directories.
 */
@EnabledIfMariaDb
class MariaDbTwoNodesTests extends VfsTwoNodesKit {

	private static CabinetOwner owner;

	private static CabinetOwner other;

	@BeforeAll
	static void start() {
		String url = MariaDbServer.shared().createDatabase("nodes", MariaDbServer.EXACT);
		owner = new CabinetOwner(url, "document");
		other = CabinetOwner.join(url, "document");
	}

	@AfterAll
	static void stop() {
		other.close();
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.emptyDirectory(), owner);
	}

	@Override
	protected VfsFixture createOtherFixture() {
		return new NodeFileSystemFixture(other.directory(), other);
	}

	@Override
	protected ApplicationTree tree() {
		return owner;
	}

	@Override
	protected Gate holdBeforeCommit() {
		return owner.holdBeforeCommit();
	}

	@Override
	protected boolean isWaiting(Thread thread) {
		return owner.finds("select count(*) from information_schema.processlist where state = 'User lock'");
	}

}
