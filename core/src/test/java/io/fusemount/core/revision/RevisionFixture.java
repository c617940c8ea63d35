package io.fusemount.core.revision;

import java.io.IOException;
import java.nio.file.Path;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnseenSteps;
import io.fusemount.core.spool.Spool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * A spool and a cache, for the content of files.
 */
abstract class RevisionFixture {

	@TempDir
	private Path directory;

	Spool spool;

	ContentCache cache;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory.resolve("spool"));
		this.cache = new ContentCache(this.directory.resolve("cache"), this.spool.channels(),
				ContentCacheSettings.defaults(), UnseenSteps.create(), new OperationListener() {
				});
	}

	@AfterEach
	void close() throws IOException {
		this.cache.close();
		this.spool.close();
	}

}
