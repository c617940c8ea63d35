package io.fusemount.data.jpa.blob;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.data.jpa.pieces.PieceApplication;

/**
 * Content in pieces on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbPiecesTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return MariaDbServer.shared().createDatabase("pieces_blob", MariaDbServer.EXACT);
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
