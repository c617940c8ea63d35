package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on MariaDB does what the model does.
 */
@EnabledIfMariaDb
class MariaDbModelTests extends VfsModelKit {

	private ArchiveOwner owner;

	@BeforeAll
	void start() {
		this.owner = new ArchiveOwner(MariaDbServer.shared().createDatabase("model", MariaDbServer.EXACT), "document");
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
