package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with owners, groups and modes on H2.
 */
class H2OwnershipTests extends AbstractOwnershipTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:shelf;DB_CLOSE_DELAY=-1");
	}

}
