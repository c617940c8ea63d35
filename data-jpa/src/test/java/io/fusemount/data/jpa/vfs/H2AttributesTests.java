package io.fusemount.data.jpa.vfs;

import org.junit.jupiter.api.BeforeAll;

/**
 * Rows with extended attributes on H2.
 */
class H2AttributesTests extends AbstractAttributesTests {

	@BeforeAll
	static void start() {
		start("jdbc:h2:mem:parcel;DB_CLOSE_DELAY=-1");
	}

}
