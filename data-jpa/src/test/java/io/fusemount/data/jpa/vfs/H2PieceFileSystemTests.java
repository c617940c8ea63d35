package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over content in pieces on H2.
 */
class H2PieceFileSystemTests extends AbstractFileSystemTests {

	@BeforeAll
	static void start() {
		start(new ClipOwner("jdbc:h2:mem:pieces_vfs;DB_CLOSE_DELAY=-1"));
	}

}
