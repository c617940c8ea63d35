package io.fusemount.data.jpa;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.blob.PatternContent;
import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.archive.Document;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Directories on MariaDB.
 */
@EnabledIfMariaDb
class MariaDbJpaDirectoriesTests extends AbstractJpaDirectoriesTests {

	private static final int PIECE = io.fusemount.core.node.Content.PIECE_BYTES;

	@Override
	String databaseUrl() {
		return MariaDbServer.shared().createDatabase("directories", MariaDbServer.EXACT);
	}

	@Override
	int locks() {
		return 1;
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
	String nullable(boolean nullable) {
		return "alter table invoice modify size bigint " + (nullable ? "null" : "not null");
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

	@Nested
	class Limits extends AbstractDirectoryTests {

		@Override
		RunningDirectories running() {
			return MariaDbJpaDirectoriesTests.this.running();
		}

		@Test
		void contentTheServerDoesNotTakeIsRefusedBeforeItIsRead() {
			ErrnoException refusal = failure(() -> directory("archive/invoices").create(new Name("a"),
					new FileChanges(endless(MariaDbServer.MAX_ALLOWED_PACKET), null)));
			assertThat(refusal.errno()).isEqualTo(Errno.EFBIG);
			assertThat(refusal.getMessage()).contains("max_allowed_packet = " + MariaDbServer.MAX_ALLOWED_PACKET);
			assertThat(list(directory("archive/invoices"))).isEmpty();
			assertThat(failure(() -> directory("archive/invoices").requireRoomFor(MariaDbServer.MAX_ALLOWED_PACKET)))
				.hasMessageContaining("max_allowed_packet");
		}

		@Test
		void whatChangesLoadIsSaidBeforehand() {
			assertThat(directory("archive/invoices").describeContent())
				.contains("files over " + maxInMemory() + " bytes cannot be changed");
		}

		@Test
		void limitOfTheColumnIsThatOfItsType() {
			this.jdbc.execute("alter table invoice modify document tinyblob");
			try {
				Directory directory = restarted();
				RegularFile full = create(directory, "a", "x".repeat(255));
				assertThat(read(full)).hasSize(255);
				ErrnoException refusal = failure(() -> full.update(new FileChanges(endless(256), null)));
				assertThat(refusal.errno()).isEqualTo(Errno.EFBIG);
				assertThat(refusal).hasMessageContaining("holds 255 bytes");
			}
			finally {
				this.jdbc.execute("alter table invoice modify document longblob");
			}
		}

		@Test
		void textTheColumnHasNoCharactersForIsRefused() {
			this.jdbc.execute("alter table invoice modify number varchar(255) character set latin1 not null");
			try {
				Directory directory = restarted();
				assertThat(read(create(directory, "ä€", "x"))).isEqualTo("x");
				assertThat(find(directory, "ä€").attributes().size()).isEqualTo(1);
				for (String name : List.of("😀", "Ω")) {
					assertThat(errno(() -> create(directory, name, "x"))).isEqualTo(Errno.EINVAL);
					assertThat(directory.find(new Name(name))).isNull();
				}
				// Of an application that does not know yet.
				assertThat(errno(() -> create(directory("archive/invoices"), "Ω", "x"))).isEqualTo(Errno.EINVAL);
				assertThat(list(directory)).containsOnlyKeys("ä€");
			}
			finally {
				this.jdbc.execute("alter table invoice modify number varchar(255) not null");
			}
		}

		@Test
		void replacingMovesBigContentInsideTheDatabase() {
			Directory directory = restarted();
			PatternContent content = new PatternContent(5, PIECE + 1);
			RegularFile replaced = create(directory, "b", "old");
			RegularFile source = directory.create(new Name("a"), new FileChanges(content, null));
			this.statements.clear();
			RegularFile result = directory.rename(source, new Name("b"), replaced);
			assertThat(this.statements.all()).anyMatch((sql) -> sql.contains("set document=(select"));
			assertThat(result.key()).isEqualTo(replaced.key());
			assertThat(result.isSameVersion(replaced)).isFalse();
			assertThat(find(directory, "b").isSameVersion(result)).isTrue();
			ByteBuffer bytes = ByteBuffer.allocate(PIECE + 2);
			assertThat(find(directory, "b").content().read(0, bytes)).isEqualTo(PIECE + 1);
			assertThat(content.matches(0, bytes)).isTrue();
			assertThat(list(directory)).containsOnlyKeys("b");
		}

		@Test
		void contentIsFetchedAsAWholeByOneStatement() {
			PatternContent content = new PatternContent(5, 3 * PIECE + 1);
			RegularFile file = directory("archive/invoices").create(new Name("a"), new FileChanges(content, null));
			this.statements.clear();
			assertThat(file.content().isCostlyByRange()).isTrue();
			List<Integer> pieces = new ArrayList<>();
			file.content().readAll((piece) -> pieces.add(piece.remaining()));
			assertThat(pieces).containsExactly(PIECE, PIECE, PIECE, 1);
			assertThat(this.statements.all()).hasSize(1);
		}

		/** The same directory as of an application that starts now, with more memory. */
		private Directory restarted() {
			JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofMinutes(1),
					64 << 20);
			return Objects.requireNonNull(new JpaDirectories(this.application.getBeanFactory(), settings,
					new DatabasePermits(1, Duration.ZERO))
				.directories()
				.get("archive/invoices"));
		}

	}

}
