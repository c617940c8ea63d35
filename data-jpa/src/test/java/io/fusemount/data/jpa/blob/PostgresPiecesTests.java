package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.pieces.PieceApplication;
import io.fusemount.data.jpa.support.Postgres;

/**
 * Content in pieces on PostgreSQL.
 */
class PostgresPiecesTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return Postgres.createDatabase("pieces_blob");
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
