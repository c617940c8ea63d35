package io.fusemount.data.jpa.vfs;

/**
 * A filesystem over content in pieces on H2 does what the model does.
 */
class H2PieceModelTests extends AbstractModelTests {

	@Override
	DatabaseOwner open() {
		return new ClipOwner("jdbc:h2:mem:pieces_model;DB_CLOSE_DELAY=-1");
	}

}
