package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over folders on PostgreSQL does what the model does.
 */
class PostgresTreeModelTests extends VfsModelKit {

	private CabinetOwner owner;

	@BeforeAll
	void start() {
		this.owner = new CabinetOwner(Postgres.createDatabase("treemodel"), "lo_get(document)");
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
	protected boolean hasDirectories() {
		return true;
	}

	@Override
	protected int sequences() {
		return 3;
	}

}
