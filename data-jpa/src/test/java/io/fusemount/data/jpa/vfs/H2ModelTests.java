package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on H2 does what the model does.
 */
class H2ModelTests extends VfsModelKit {

	private ArchiveOwner owner;

	@BeforeAll
	void start() {
		this.owner = new ArchiveOwner("jdbc:h2:mem:model;DB_CLOSE_DELAY=-1", "document");
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
