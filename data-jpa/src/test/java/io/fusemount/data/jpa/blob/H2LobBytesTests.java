package io.fusemount.data.jpa.blob;

/**
 * A {@code @Lob byte[]} in a {@code blob} of H2.
 */
class H2LobBytesTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return "jdbc:h2:mem:lobbytes;DB_CLOSE_DELAY=-1";
	}

	@Override
	String path() {
		return "notes";
	}

}
