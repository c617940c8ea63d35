package io.fusemount.data.jpa.vfs;

import java.nio.ByteBuffer;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the log says of small changes of large files.
 */
class WholeRewritesTests {

	private static final OpenOptions WRITE = new OpenOptions(true, true, false, OpenOptions.Creation.SHARED, false,
			false);

	private static final int SIZE = 17 << 20;

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.fusemount.data.jpa.blob.WholeRewrites");

	@BeforeEach
	void start() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.log);
	}

	@Test
	void aSmallChangeThatStoresALargeFileAnewIsSaidOnce() throws Exception {
		assertThat(said(new ArchiveOwner("jdbc:h2:mem:rewrites;DB_CLOSE_DELAY=-1", "document")))
			.containsExactly("Storing a file of " + SIZE + " bytes anew, of which 4096 have changed: each change of a "
					+ "file costs as much as the whole file, because Invoice.document is not changed in place. Content "
					+ "in pieces is, a Map<Integer, byte[]> with @ElementCollection");
	}

	@Test
	void aFileInPiecesIsNotStoredAnew() throws Exception {
		assertThat(said(new ClipOwner("jdbc:h2:mem:no_rewrites;DB_CLOSE_DELAY=-1"))).isEmpty();
	}

	/** Returns what is said when large files are made, and changed twice. */
	private List<String> said(DatabaseOwner owner) throws Exception {
		try (owner; NodeFileSystemFixture fixture = new NodeFileSystemFixture(owner.emptyDirectory(), owner)) {
			VirtualFileSystem fileSystem = fixture.fileSystem();
			for (String path : List.of("/files/a", "/files/b")) {
				HandleId created = fileSystem.create(fileSystem.locate(path), WRITE);
				fileSystem.write(created, 0, ByteBuffer.allocate(SIZE));
				close(fileSystem, created);
				assertThat(path.equals("/files/a") ? this.log.list : List.of()).isEmpty();
				HandleId opened = fileSystem.open(fileSystem.resolve(path), WRITE);
				fileSystem.write(opened, 5000, ByteBuffer.allocate(4096));
				close(fileSystem, opened);
			}
			return this.log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
		}
	}

	private static void close(VirtualFileSystem fileSystem, HandleId handle) {
		fileSystem.flush(handle);
		fileSystem.release(handle);
	}

}
