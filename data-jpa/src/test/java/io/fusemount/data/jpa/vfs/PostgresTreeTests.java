package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsDirectoriesKit;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A tree of directories that are rows.
 */
class PostgresTreeTests extends VfsDirectoriesKit {

	private static CabinetOwner owner;

	@BeforeAll
	static void start() {
		owner = new CabinetOwner(Postgres.createDatabase("cabinet"), "lo_get(document)");
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
