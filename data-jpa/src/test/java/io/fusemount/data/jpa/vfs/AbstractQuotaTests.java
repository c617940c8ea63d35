package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsQuotaKit;
import org.junit.jupiter.api.AfterAll;

/**
 * Rows with a quota for all of them together.
 */
abstract class AbstractQuotaTests extends VfsQuotaKit {

	private static LedgerOwner owner;

	static void start(String url) {
		owner = new LedgerOwner(url);
	}

	@AfterAll
	static void stop() {
		owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(owner.fresh(), owner);
	}

}
