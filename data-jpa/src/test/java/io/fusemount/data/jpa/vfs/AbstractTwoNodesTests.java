package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsTwoNodesKit;
import org.junit.jupiter.api.AfterAll;

/**
 * Two nodes that share a tree of directories. They hear nothing of each other, unless a
 * test has them told.
 */
abstract class AbstractTwoNodesTests extends VfsTwoNodesKit {

	static CabinetOwner owner;

	static CabinetOwner other;

	/**
	 * Starts both nodes.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	static void start(String url, String contentExpression) {
		owner = new CabinetOwner(url, contentExpression);
		other = CabinetOwner.join(url, contentExpression);
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

}
