package io.fusemount.data.jpa.vfs;

import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over content in pieces on PostgreSQL.
 */
class PostgresPieceFileSystemTests extends AbstractFileSystemTests {

	@BeforeAll
	static void start() {
		start(new ClipOwner(Postgres.createDatabase("pieces_vfs")));
	}

}
