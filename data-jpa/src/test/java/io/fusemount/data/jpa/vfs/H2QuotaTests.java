package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with a quota on H2.
 */
class H2QuotaTests extends AbstractQuotaTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:ledger;DB_CLOSE_DELAY=-1");
	}

}
