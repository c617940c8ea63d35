package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.pieces.PieceApplication;

/**
 * Content in pieces on H2.
 */
class H2PiecesTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return "jdbc:h2:mem:pieces_blob;DB_CLOSE_DELAY=-1";
	}

	@Override
	Class<?> application() {
		return PieceApplication.class;
	}

	@Override
	String path() {
		return "videos";
	}

}
