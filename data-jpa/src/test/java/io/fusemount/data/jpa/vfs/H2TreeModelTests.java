package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over folders on H2 does what the model does.
 */
class H2TreeModelTests extends VfsModelKit {

	private CabinetOwner owner;

	@BeforeAll
	void start() {
		this.owner = new CabinetOwner("jdbc:h2:mem:treemodel;DB_CLOSE_DELAY=-1", "document");
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
		return 5;
	}

}
