package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on PostgreSQL does what the model does.
 */
class PostgresModelTests extends VfsModelKit {

	private ArchiveOwner owner;

	@BeforeAll
	void start() {
		this.owner = new ArchiveOwner(Postgres.createDatabase("model"), "lo_get(document)");
	}

	@AfterAll
	void stop() {
		this.owner.close();
	}

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(this.owner.emptyDirectory(), this.owner);
	}

	@Override
	protected int sequences() {
		return 10;
	}

}
