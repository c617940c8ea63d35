package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;

/**
 * A filesystem over a repository.
 */
abstract class AbstractFileSystemTests extends VfsConformanceKit {

	private static DatabaseOwner owner;

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	static void start(String url, String contentExpression) {
		start(new ArchiveOwner(url, contentExpression));
	}

	static void start(DatabaseOwner application) {
		owner = application;
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
