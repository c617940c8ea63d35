package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsConformanceKit;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on PostgreSQL.
 */
class PostgresFileSystemTests extends VfsConformanceKit {

	private static ArchiveOwner owner;

	@BeforeAll
	static void start() {
		owner = new ArchiveOwner(Postgres.createDatabase("vfs"), "lo_get(document)");
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
