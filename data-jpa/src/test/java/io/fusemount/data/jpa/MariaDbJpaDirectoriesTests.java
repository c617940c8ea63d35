package io.fusemount.data.jpa;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.data.jpa.archive.Document;

/**
 * Directories on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbJpaDirectoriesTests extends AbstractJpaDirectoriesTests {

	@Override
	String databaseUrl() {
		return MariaDbServer.shared().createDatabase("directories", MariaDbServer.EXACT);
	}

	@Override
	int separate() {
		return 0;
	}

	/** Rows come with their content, and tests change some of several MiB. */
	@Override
	long maxInMemory() {
		return 32 << 20;
	}

	@Override
	boolean isLoadedWithRow() {
		return true;
	}

	@Override
	long maxDocumentBytes() {
		return Document.LENGTH;
	}

	@Override
	long maxAllocatedBytes(long size) {
		return size / 2;
	}

}
