package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.blob.PatternPatch;
import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.pieces.PieceApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Files in pieces on a MariaDB whose statements are smaller than the files.
 */
@EnabledIfMariaDb
class MariaDbPacketTests {

	private static final int PIECE = 256 << 10;

	private static final int PACKET = 1 << 20;

	private static final int SIZE = 20 << 20;

	private static String url;

	@BeforeAll
	static void create() {
		url = MariaDbServer.shared().createDatabase("packet", MariaDbServer.EXACT);
	}

	@AfterEach
	void restore() throws SQLException {
		limit(MariaDbServer.MAX_ALLOWED_PACKET);
	}

	/** Applies to connections that are opened from now on. */
	private static void limit(long packet) throws SQLException {
		try (Connection connection = DriverManager.getConnection(url)) {
			connection.createStatement().execute("set global max_allowed_packet = " + packet);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "&useServerPrepStmts=true", "&useBulkStmts=true&rewriteBatchedStatements=true" })
	void aFileMayBeLargerThanAStatement(String options) throws SQLException {
		limit(PACKET);
		try (ConfigurableApplicationContext application = TestDatabase.start(url + options, PieceApplication.class)) {
			Directory directory = directory(application);
			PatternContent old = new PatternContent(1, SIZE);
			RegularFile file = directory.create(new Name("a"), new FileChanges(old, null));
			requireContent(file, old, 0, SIZE);
			PatternContent longer = new PatternContent(2, 2L * SIZE);
			RegularFile appended = file.update(new FileChanges(
					new PatternPatch(old, longer, SIZE, List.of(new ByteRange(SIZE, 2L * SIZE))), null));
			requireContent(appended, old, 0, SIZE);
			requireContent(appended, longer, SIZE, SIZE);
			PatternContent other = new PatternContent(3, SIZE);
			requireContent(appended.update(new FileChanges(other, null)), other, 0, SIZE);
		}
	}

	private static Directory directory(ConfigurableApplicationContext application) {
		return Objects.requireNonNull(new JpaDirectories(application.getBeanFactory(),
				new JpaSettings(DetectionStrategy.ANNOTATED, false, 5, Duration.ofMinutes(1), 1 << 20),
				new DatabasePermits(4, Duration.ofSeconds(10)))
			.directories()
			.get("videos"));
	}

	private static void requireContent(RegularFile file, PatternContent content, long start, int length) {
		for (long position = start; position < start + length; position += 1 << 20) {
			ByteBuffer range = ByteBuffer.allocate(1 << 20);
			assertThat(file.content().read(position, range)).isEqualTo(1 << 20);
			assertThat(content.matches(position, range)).isTrue();
		}
	}

	@Test
	void aPieceHasToFitIntoAStatement() throws SQLException {
		limit(PIECE);
		try (ConfigurableApplicationContext application = TestDatabase.start(url, PieceApplication.class)) {
			Directory directory = directory(application);
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> directory.create(new Name("a"), new FileChanges(new PatternContent(1, SIZE), null)))
				.withMessageContaining("max_allowed_packet = " + PIECE)
				.extracting(ErrnoException::errno)
				.isEqualTo(Errno.EFBIG);
		}
	}

}
