package io.fusemount.data.jpa.vfs;

import io.fusemount.conformance.model.VfsModelKit;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a database does what the model does.
 */
abstract class AbstractModelTests extends VfsModelKit {

	private DatabaseOwner owner;

	/** Starts the application. */
	abstract DatabaseOwner open();

	@BeforeAll
	void start() {
		this.owner = open();
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
		return this.owner instanceof ApplicationTree;
	}

	@Override
	protected int sequences() {
		return 10;
	}

}
