package io.fusemount.data.jpa;

/**
 * Changes of content in pieces on H2.
 */
class H2PiecePatchTests extends AbstractPiecePatchTests {

	@Override
	String databaseUrl() {
		return "jdbc:h2:mem:pieces_patch;DB_CLOSE_DELAY=-1";
	}

}
