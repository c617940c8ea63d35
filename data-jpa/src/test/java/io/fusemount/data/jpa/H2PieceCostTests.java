package io.fusemount.data.jpa;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.ArchiveApplication;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.pieces.PieceApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What 4 KiB in the middle of a large file cost an H2 that keeps its data in a file, with
 * content in pieces and without. The property {@code fusemount.test.mib} sets the size.
 */
class H2PieceCostTests {

	private static final Log logger = LogFactory.getLog(H2PieceCostTests.class);

	private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

	private static final long SIZE = Long.getLong("fusemount.test.mib", 64L) << 20;

	private static final int CHANGED = 4096;

	@TempDir
	private Path workspace;

	@Test
	void aChangeInPiecesWritesPiecesAndOtherwiseTheFile() throws IOException {
		long whole = bytesWritten(ArchiveApplication.class, "archive/invoices");
		assertThat(whole).isGreaterThan(SIZE);
		long pieces = bytesWritten(PieceApplication.class, "videos");
		assertThat(pieces).isLessThan(4L << 20);
	}

	private long bytesWritten(Class<?> application, String path) throws IOException {
		String url = "jdbc:h2:file:" + this.workspace.resolve(application.getSimpleName()) + ";WRITE_DELAY=0";
		try (ConfigurableApplicationContext context = TestDatabase.start(url, application)) {
			Directory directory = Objects.requireNonNull(new JpaDirectories(context.getBeanFactory(),
					new JpaSettings(DetectionStrategy.ANNOTATED, false, 5, Duration.ofMinutes(10), 1 << 20),
					new DatabasePermits(4, Duration.ofSeconds(10)))
				.directories()
				.get(path));
			// Loads what is needed once.
			change(directory, "small", 1 << 20);
			return change(directory, "large", SIZE);
		}
	}

	/** Returns the bytes that a change of a new file writes. */
	private static long change(Directory directory, String name, long size) throws IOException {
		PatternContent old = new PatternContent(1, size);
		RegularFile file = directory.create(new Name(name), new FileChanges(old, null));
		ByteRange changed = new ByteRange(size / 2 + 100, size / 2 + 100 + CHANGED);
		long written = writtenByProcess();
		long time = THREADS.getCurrentThreadCpuTime();
		file.update(new FileChanges(new PatternPatch(old, new PatternContent(2, size), size, List.of(changed)), null));
		time = THREADS.getCurrentThreadCpuTime() - time;
		written = writtenByProcess() - written;
		logger.info(CHANGED + " bytes of " + size + " cost " + written + " bytes and " + time / 1_000_000
				+ " ms of processor time");
		return written;
	}

	/** Returns the bytes that this process has passed to the kernel. */
	private static long writtenByProcess() throws IOException {
		return Files.readAllLines(Path.of("/proc/self/io"))
			.stream()
			.filter((line) -> line.startsWith("wchar: "))
			.mapToLong((line) -> Long.parseLong(line.substring("wchar: ".length())))
			.findFirst()
			.orElseThrow();
	}

}
