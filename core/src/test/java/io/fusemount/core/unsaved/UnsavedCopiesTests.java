package io.fusemount.core.unsaved;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnsavedLimit;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.supervision.UnsavedCopy;
import io.fusemount.core.supervision.UnsavedListing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The names of copies, and their limits.
 */
class UnsavedCopiesTests {

	private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");

	private static final Viewer ROOT = new Viewer(0, true);

	@TempDir
	private Path directory;

	private final BlockingQueue<String> removals = new LinkedBlockingQueue<>();

	private volatile Instant now = NOON;

	@Test
	void aCopyIsNamedAfterTheTimeAndTheFile() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 1000);
		Path kept = keep(copies, "Bäckerei.pdf", "bytes", NOON);
		assertThat(kept).hasContent("bytes").hasFileName("20261121T120000.123Z-1-Bäckerei.pdf");
		assertThat(copies.list()).singleElement().satisfies((copy) -> {
			assertThat(copy.path()).isEqualTo(kept);
			assertThat(copy.size()).isEqualTo(5);
			assertThat(copy.kept()).isEqualTo(NOON);
		});
		assertKept(copies, 1, 5);
	}

	@Test
	void twoCopiesOfOneMomentStayTwoAfterARestart() throws IOException {
		keep(copies(Duration.ofDays(30), 1000), "a.txt", "one", NOON);
		keep(copies(Duration.ofDays(30), 1000), "a.txt", "two", NOON);
		assertThat(names()).containsExactly("20261121T120000.123Z-1-a.txt", "20261121T120000.123Z-2-a.txt");
	}

	@Test
	void aLongNameIsCutAndKeepsItsExtension() throws IOException {
		String name = keep(copies(Duration.ofDays(30), 1000), "ü".repeat(125) + ".pdf", "", NOON).getFileName()
			.toString();
		assertThat(name).endsWith("ü.pdf");
		assertThat(name.getBytes(StandardCharsets.UTF_8).length).isBetween(254, 255);
	}

	@Test
	void whatIsNoNameOfAFileLosesNoBytes() throws IOException {
		assertThat(keep(copies(Duration.ofDays(30), 1000), "invoice-a/b\0c", "bytes", NOON)).hasContent("bytes")
			.hasFileName("20261121T120000.123Z-1-invoice-a_b_c");
	}

	@Test
	void nothingIsThereBeforeTheFirst() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 1000);
		assertThat(copies.list()).isEmpty();
		assertThat(copies.find("a.txt", ROOT)).isNull();
		assertThat(copies.listing()).isEqualTo(UnsavedListing.NONE);
		copies.clean();
	}

	@Test
	void aCopyIsFoundByItsNameAndDeleted() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 1000);
		String name = keep(copies, "a.txt", "bytes", NOON).getFileName().toString();
		UnsavedCopy copy = Objects.requireNonNull(copies.find(name, ROOT));
		copies.delete(copy);
		copies.delete(copy);
		assertThat(copies.find(name, ROOT)).isNull();
		assertThat(copies.list()).isEmpty();
	}

	@Test
	void aCopyOfAUserIsHis() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 1000);
		Path file = Files.writeString(this.directory.resolve("1.spool"), "bytes");
		String name = copies.keep(1000, "a.txt", file, 5).getFileName().toString();
		assertThat(copies.list()).singleElement().extracting(UnsavedCopy::user).isEqualTo(1000);
		assertKept(copies, 1, 5);
		assertThat(copies.find(name, ROOT)).isEqualTo(copies.find(name, new Viewer(1000, false))).isNotNull();
		assertThat(copies.find(name, new Viewer(1001, false))).isNull();
	}

	@Test
	void whatIsTooOldGoes() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 1000);
		keep(copies, "old", "12345", NOON);
		keep(copies, "new", "1", NOON.plus(Duration.ofDays(30)));
		assertThat(names()).hasSize(2);
		this.now = NOON.plus(Duration.ofDays(30)).plusMillis(1);
		assertKept(copies, 1, 1);
		assertThat(copies.listing().oldest()).isEqualTo(NOON.plus(Duration.ofDays(30)));
		assertThat(names()).singleElement().asString().endsWith("-new");
		assertThat(this.removals).containsExactly("AGE of 0: 1 files, 5 bytes");
	}

	@Test
	void theOldestGoesFirstAndTheNewestStaysWhateverItsSize() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		keep(copies, "a", "12345", NOON);
		keep(copies, "b", "12345", NOON.plusSeconds(1));
		assertThat(this.removals).isEmpty();
		keep(copies, "c", "1", NOON.plusSeconds(2));
		assertThat(copies.list()).extracting(UnsavedCopy::size).containsExactly(5L, 1L);
		keep(copies, "d", "12345678901", NOON.plusSeconds(3));
		assertThat(copies.list()).extracting(UnsavedCopy::size).containsExactly(11L);
		assertThat(this.removals).containsExactly("SIZE of 0: 1 files, 5 bytes", "SIZE of 0: 2 files, 6 bytes");
	}

	@Test
	void whatWasJustKeptIsTheNewestThoughTheClockWasAheadBefore() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		keep(copies, "a", "12345", NOON.plus(Duration.ofDays(365)));
		keep(copies, "b", "12345", NOON.plus(Duration.ofDays(366)));
		assertThat(keep(copies, "c", "1", NOON)).exists();
		assertThat(names(copies)).containsExactly("c", "b");
	}

	@Test
	void aUserWhoKeepsTooMuchDrivesOutNobodyElse() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		keep(copies, 1000, "hers", "1234", NOON);
		for (int i = 1; i <= 9; i++) {
			keep(copies, 2000, "his" + i, "123", NOON.plusSeconds(i));
		}
		assertThat(names(copies)).containsExactly("hers", "his8", "his9");
		assertThat(this.removals).hasSize(7).containsOnly("SIZE of 2000: 1 files, 3 bytes");
	}

	@Test
	void whoComesLaterHasHisShare() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		for (int i = 1; i <= 5; i++) {
			keep(copies, 2000, "his" + i, "12", NOON.plusSeconds(i));
		}
		keep(copies, 1000, "hers1", "12", NOON.plusSeconds(6));
		keep(copies, 1000, "hers2", "123", NOON.plusSeconds(7));
		assertThat(names(copies)).containsExactly("his4", "his5", "hers1", "hers2");
		keep(copies, 1000, "hers3", "12", NOON.plusSeconds(8));
		assertThat(names(copies)).containsExactly("his4", "his5", "hers2", "hers3");
		assertThat(this.removals).containsExactly("SIZE of 2000: 1 files, 2 bytes", "SIZE of 2000: 2 files, 4 bytes",
				"SIZE of 1000: 1 files, 2 bytes");
	}

	@Test
	void theNewestOfEachUserStaysWhateverItsSize() throws IOException {
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		keep(copies, 2000, "his", "123456789012", NOON);
		keep(copies, 1000, "hers", "1", NOON.plusSeconds(1));
		copies(Duration.ofDays(30), 1).clean();
		assertThat(names(copies)).containsExactly("his", "hers");
		assertThat(this.removals).isEmpty();
	}

	@Test
	void whatIsTooOldGoesThoughNobodyLooks() throws Exception {
		keep(copies(Duration.ofDays(30), 1000), 1000, "old", "12345", NOON);
		this.now = NOON.plus(Duration.ofDays(31));
		UnsavedExpiry expiry = new UnsavedExpiry(copies(Duration.ofMillis(1), 1000), Duration.ofMillis(1));
		try (expiry) {
			assertThat(this.removals.poll(30, TimeUnit.SECONDS)).isEqualTo("AGE of 1000: 1 files, 5 bytes");
		}
		assertThat(this.directory.resolve("unsaved").resolve("1000")).isEmptyDirectory();
	}

	@Test
	void holesDriveOutNobody() throws IOException {
		assumeTrue(Files.getFileStore(this.directory).supportsFileAttributeView(UserDefinedFileAttributeView.class));
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		keep(copies, "a", "12345", NOON);
		Path sparse = Files.createFile(this.directory.resolve("2.spool"));
		try (FileChannel channel = FileChannel.open(sparse, StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(new byte[] { 'x' }), 1L << 40);
		}
		copies.keep(0, "b", sparse, 1);
		assertThat(this.removals).isEmpty();
		assertKept(copies, 2, 6);
		assertThat(copies.list()).extracting(UnsavedCopy::size).containsExactly(5L, (1L << 40) + 1);
	}

	@Test
	void whatSomebodyPutThereCountsFromItsOwnTime() throws IOException {
		Path foreign = Files.createDirectories(this.directory.resolve("unsaved")).resolve("note");
		Files.writeString(foreign, "x");
		UnsavedCopies copies = copies(Duration.ofDays(30), 10);
		assertThat(copies.list()).singleElement()
			.extracting(UnsavedCopy::kept)
			.isEqualTo(Files.getLastModifiedTime(foreign).toInstant());
	}

	private UnsavedCopies copies(Duration keepFor, long maxBytes) {
		return new UnsavedCopies(this.directory.resolve("unsaved"), new UnsavedLimits(keepFor, maxBytes),
				() -> this.now, () -> this.now.minus(keepFor), new OperationListener() {

					@Override
					public void unsavedRemoved(UnsavedLimit limit, int user, int files, long bytes) {
						UnsavedCopiesTests.this.removals
							.add("%s of %d: %d files, %d bytes".formatted(limit, user, files, bytes));
					}

				});
	}

	private Path keep(UnsavedCopies copies, String name, String bytes, Instant time) throws IOException {
		return keep(copies, 0, name, bytes, time);
	}

	private Path keep(UnsavedCopies copies, int user, String name, String bytes, Instant time) throws IOException {
		this.now = time;
		Path content = Files.writeString(this.directory.resolve("1.spool"), bytes);
		return copies.keep(user, name, content, bytes.length());
	}

	private static void assertKept(UnsavedCopies copies, int files, long bytes) {
		assertThat(copies.listing().files()).isEqualTo(files);
		assertThat(copies.listing().bytes()).isEqualTo(bytes);
	}

	/** Returns the names of the files, the oldest first. */
	private static List<String> names(UnsavedCopies copies) throws IOException {
		return copies.list().stream().map((copy) -> copy.name().replaceFirst("[^-]*-[0-9]*-", "")).toList();
	}

	private List<String> names() throws IOException {
		return copies(Duration.ofDays(30), 10).list().stream().map(UnsavedCopy::name).toList();
	}

}
