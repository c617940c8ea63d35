package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * A filesystem over a repository on H2.
 */
class H2FileSystemTests extends AbstractFileSystemTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:vfs;DB_CLOSE_DELAY=-1", "document");
	}

}
