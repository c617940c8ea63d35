package io.fusemount.data.jpa.blob;

/**
 * A {@code Blob} in a {@code blob} of H2.
 */
class H2BlobTests extends AbstractJpaBlobStoreTests {

	@Override
	String databaseUrl() {
		return "jdbc:h2:mem:blob;DB_CLOSE_DELAY=-1";
	}

	@Override
	String path() {
		return "archive/invoices";
	}

}
