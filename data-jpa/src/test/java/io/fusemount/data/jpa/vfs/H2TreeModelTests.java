package io.fusemount.data.jpa.vfs;

/**
 * A filesystem over folders on H2 does what the model does.
 */
class H2TreeModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new CabinetOwner("jdbc:h2:mem:treemodel;DB_CLOSE_DELAY=-1", "document");
	}

	@Override
	protected int sequences() {
		return 5;
	}

}
