package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsDirectoriesKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;

/**
 * A tree of directories that are rows.
 */
abstract class AbstractTreeTests extends VfsDirectoriesKit {

	private static CabinetOwner owner;

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	static void start(String url, String contentExpression) {
		owner = new CabinetOwner(url, contentExpression);
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
