package io.fusemount.data.jpa.vfs;

/**
 * A filesystem over a repository on H2 does what the model does.
 */
class H2ModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new ArchiveOwner("jdbc:h2:mem:model;DB_CLOSE_DELAY=-1", "document");
	}

}
