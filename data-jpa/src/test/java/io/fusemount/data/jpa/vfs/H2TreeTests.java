package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A tree of directories that are rows on H2.
 */
class H2TreeTests extends AbstractTreeTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:cabinet;DB_CLOSE_DELAY=-1", "document");
	}

}
