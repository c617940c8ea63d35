package io.fusemount.data.jpa;

import io.fusemount.data.jpa.archive.Document;

/**
 * Directories on H2.
 */
class H2JpaDirectoriesTests extends AbstractJpaDirectoriesTests {

	@Override
	String databaseUrl() {
		return "jdbc:h2:mem:directories;DB_CLOSE_DELAY=-1";
	}

	@Override
	int locks() {
		return 0;
	}

	@Override
	int separate() {
		return 0;
	}

	@Override
	long maxDocumentBytes() {
		return Document.LENGTH;
	}

	@Override
	long maxAllocatedBytes(long size) {
		// The database itself is in this heap.
		return 3 * size;
	}

}
