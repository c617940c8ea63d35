package io.fusemount.core.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

@Timeout(60)
class ContentCacheTests {

	private static final int KIB = 1 << 10;

	private static final int MIB = 1 << 20;

	private static final ContentCacheSettings SMALLEST = new ContentCacheSettings(ContentCacheSettings.MIN_SIZE, true);

	@TempDir
	Path parent;

	private final List<String> suspensions = new CopyOnWriteArrayList<>();

	private CompletableFuture<Void> closing = CompletableFuture.completedFuture(null);

	private final List<ContentCache> opened = new ArrayList<>();

	@AfterEach
	void close() {
		this.opened.forEach(ContentCache::close);
	}

	@Test
	void whatWasReadIsNotFetchedAgain() {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1);
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 100 * KIB);
		long fetched = file.fetchedBytes();
		requireEqual(content, file, 0, 100 * KIB);
		requireEqual(cache.open(file), file, 10 * KIB, 10);
		assertThat(file.fetchedBytes()).isEqualTo(fetched).isEqualTo(100 * KIB);
		assertThat(cache.statistics()).isEqualTo(new ContentCacheStatistics(fetched, 1 << 30, fetched));
	}

	@Test
	void aSmallReadOfALargeFileFetchesARangeAroundIt() {
		StoredFile file = new StoredFile("1", "0", 4L << 30, 1);
		CachedContent content = open().open(file);
		requireEqual(content, file, (3L << 30) + 5000, 4 * KIB);
		assertThat(file.fetches).containsExactly(new ByteRange(3L << 30, (3L << 30) + 64 * KIB));
	}

	@Test
	void readsAgreeWithTheStoredBytesInAnyOrder() {
		StoredFile file = new StoredFile("1", "0", 37 * MIB + 12_345, 3);
		CachedContent content = open().open(file);
		Random random = new Random(5);
		for (int i = 0; i < 300; i++) {
			requireEqual(content, file, random.nextLong(file.stored()), 1 + random.nextInt(300 * KIB));
		}
		assertThat(file.fetchedBytes()).as("nothing is fetched twice").isLessThanOrEqualTo(file.stored());
		assertThat(content.read(file.stored(), ByteBuffer.allocate(1))).isZero();
		assertThat(content.read(Long.MAX_VALUE - 1, ByteBuffer.allocate(1))).isZero();
	}

	@Test
	void whoReadsOnIsFetchedAhead() throws Exception {
		StoredFile file = new StoredFile("1", "0", 40 * MIB, 1);
		CountDownLatch ahead = new CountDownLatch(1);
		file.onFetch = (range) -> {
			if (range.start() >= 5 * MIB) {
				ahead.countDown();
			}
		};
		CachedContent content = open().open(file);
		for (int at = 0; at < 2 * MIB; at += 128 * KIB) {
			requireEqual(content, file, at, 128 * KIB);
		}
		assertThat(ahead.await(30, TimeUnit.SECONDS)).isTrue();
		assertThat(file.fetches).allMatch((range) -> range.length() <= MIB);
	}

	@Test
	void readersOfOneRangeShareItsFetch() throws Exception {
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answer = new CountDownLatch(1);
		file.onFetch = (range) -> {
			asked.countDown();
			await(answer);
		};
		CachedContent content = open().open(file);
		List<CompletableFuture<Void>> readers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			readers.add(CompletableFuture.runAsync(() -> requireEqual(content, file, 0, 10 * KIB)));
		}
		await(asked);
		answer.countDown();
		CompletableFuture.allOf(readers.toArray(CompletableFuture[]::new)).get();
		assertThat(file.fetches).hasSize(1);
	}

	@Test
	void afterAFailureTheNextReadTriesAgain() {
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		CachedContent content = open().open(file);
		file.failure = new ErrnoException(Errno.EIO, "The database is away");
		assertErrno(Errno.EIO, () -> requireEqual(content, file, 0, 1));
		file.failure = null;
		requireEqual(content, file, 0, 10 * KIB);
	}

	@Test
	void whatIsThereOfAVersionThatIsGoneIsNeverMixedWithAnother() {
		StoredFile file = new StoredFile("1", "0", 10 * MIB, 1);
		ContentCache cache = open();
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 64 * KIB);
		file.failure = new ErrnoException(Errno.ESTALE, "Replaced");
		StoredFile newer = new StoredFile("1", "1", 10 * MIB, 2);
		CachedContent other = cache.open(newer);
		requireEqual(other, newer, 0, 2 * MIB);
		requireEqual(content, file, 0, 64 * KIB);
		assertErrno(Errno.ESTALE, () -> requireEqual(content, file, MIB, 10));
	}

	@Test
	void contentThatIsShorterThanItWasSaidToBeEndsThere() {
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1) {
			@Override
			long stored() {
				return 70_000;
			}
		};
		CachedContent content = open().open(file);
		ByteBuffer target = ByteBuffer.allocate(100 * KIB);
		assertThat(content.read(0, target)).isEqualTo(70_000).isEqualTo(target.position());
		assertThat(content.read(70_000, target.clear())).isZero();
	}

	@Test
	void aVersionOfTheSameBytesNeedsNoFetch() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * KIB, 1);
		StoredFile renamed = new StoredFile("1", "1", 10 * KIB, 1);
		CachedContent content = cache.open(before);
		requireEqual(content, before, 0, 10 * KIB);
		cache.release(content, true);
		cache.succeeded(before, renamed);
		requireEqual(cache.open(renamed), renamed, 0, 10 * KIB);
		assertThat(renamed.fetches).isEmpty();
	}

	@Test
	void handlesOfTheVersionBeforeGoOnWhenOnlyItsNameHasChanged() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * MIB, 1);
		CachedContent content = cache.open(before);
		requireEqual(content, before, 0, 10);
		before.failure = new ErrnoException(Errno.ESTALE, "Replaced");
		cache.succeeded(before, new StoredFile("1", "1", 10 * MIB, 1));
		requireEqual(content, before, 9 * MIB, 10 * KIB);
	}

	@Test
	void whatAPatchHasNotTouchedNeedsNoFetch() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 40 * MIB, 1);
		StoredFile after = new StoredFile("1", "1", 40 * MIB + 10, 1);
		CachedContent content = cache.open(before);
		for (int at = 0; at < 40 * MIB; at += MIB) {
			requireEqual(content, before, at, MIB);
		}
		before.failure = new ErrnoException(Errno.ESTALE, "Replaced");
		cache.patched(before, after,
				patch(after, 39 * MIB, new ByteRange(17 * MIB, 17 * MIB + 10), new ByteRange(40 * MIB, 40 * MIB + 10)),
				content);
		cache.release(content, false);
		CachedContent patched = cache.open(after);
		after.fetches.clear();
		requireEqual(patched, after, 0, 39 * MIB);
		requireEqual(patched, after, 40 * MIB, MIB);
		assertThat(after.fetches).isEmpty();
		requireEqual(patched, after, 39 * MIB, MIB);
		assertThat(after.fetches).containsExactly(new ByteRange(39 * MIB, 40 * MIB));
	}

	@Test
	void whatALargePatchHasChangedIsFetched() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * MIB, 1);
		StoredFile after = new StoredFile("1", "1", 10 * MIB, 2);
		CachedContent content = cache.open(before);
		requireEqual(content, before, 0, 10 * MIB);
		cache.patched(before, after, patch(after, 10 * MIB, new ByteRange(0, 10 * MIB)), content);
		cache.release(content, false);
		after.fetches.clear();
		requireEqual(cache.open(after), after, 0, 10 * MIB);
		assertThat(after.fetchedBytes()).isEqualTo(10 * MIB);
	}

	@Test
	void nothingOfAPatchedVersionIsTakenFromOthersWhoReadIt() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * KIB, 1);
		CachedContent own = cache.open(before);
		requireEqual(own, before, 0, 10 * KIB);
		CachedContent reader = cache.open(before);
		StoredFile after = new StoredFile("1", "1", 10 * KIB, 2);
		cache.patched(before, after, patch(after, 10 * KIB, new ByteRange(0, 10)), own);
		before.fetches.clear();
		requireEqual(reader, before, 0, 10 * KIB);
		assertThat(before.fetches).isEmpty();
	}

	@Test
	void whatWasWrittenHereNeedsNoFetch() throws IOException {
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1);
		ContentCache cache = open();
		try (Spool spool = Spool.open(this.parent.resolve("spool"))) {
			SpooledContent written = SpooledContent.empty(spool);
			ByteBuffer bytes = ByteBuffer.allocate(100 * KIB);
			file.read(0, bytes);
			written.write(0, bytes.flip());
			file.fetches.clear();
			cache.adopt(file, written);
			written.discard();
		}
		readOnce(cache, file);
		assertThat(file.fetches).isEmpty();
		assertThat(cache.statistics().bytes()).isEqualTo(100 * KIB);
		assertThat(files()).hasSize(1);
	}

	@Test
	void nothingIsTakenFromTheOnlyReaderByWhoHasNotReadHimself() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * KIB, 1);
		CachedContent reader = cache.open(before);
		requireEqual(reader, before, 0, 10 * KIB);
		StoredFile after = new StoredFile("1", "1", 10 * KIB, 2);
		cache.patched(before, after, patch(after, 10 * KIB, new ByteRange(0, 10)), null);
		before.fetches.clear();
		requireEqual(reader, before, 0, 10 * KIB);
		assertThat(before.fetches).isEmpty();
	}

	@Test
	void whatComesLateOfAnEarlierVersionIsNotTakenForTheNewOne() throws IOException {
		StoredFile after = new StoredFile("1", "1", 10, 2);
		Segment before = new Segment(directory(), 1, 0);
		before.store(0, ByteBuffer.wrap(new byte[10]), 1);
		Segment next = before.handOver(patch(after, 10, new ByteRange(5, 10)));
		assertThat(before.read(0, 10, ByteBuffer.allocate(10), 1)).isZero();
		assertThat(before.store(5, ByteBuffer.wrap(new byte[50]), 1)).isZero();
		assertThat(next).isNotNull();
		assertThat(next.read(5, 10, ByteBuffer.allocate(5), 1)).isZero();
		assertThat(next.read(0, 10, ByteBuffer.allocate(10), 1)).isEqualTo(5);
		next.drop();
		assertThat(files()).isEmpty();
	}

	@Test
	void aSegmentThatWasDroppedTakesBytesAndForgetsThem() throws IOException {
		Segment segment = new Segment(directory(), 1, 0);
		segment.drop();
		ByteBuffer bytes = ByteBuffer.wrap(new byte[10]);
		assertThat(segment.store(0, bytes, 1)).isZero();
		assertThat(bytes.hasRemaining()).as("what follows would be stored in the wrong place").isFalse();
		assertThat(files()).isEmpty();
	}

	@Test
	void nothingIsHandedOverWhileBytesOfTheEarlierVersionAreComing() throws IOException {
		StoredFile after = new StoredFile("1", "1", 10, 2);
		Segment before = new Segment(directory(), 1, 0);
		before.store(0, ByteBuffer.wrap(new byte[10]), 1);
		Fetch fetch = before.begin(20, 20, 30);
		assertThat(before.handOver(patch(after, 10, new ByteRange(5, 10)))).isNull();
		assertThat(fetch).isNotNull();
		before.end(fetch);
		assertThat(before.handOver(patch(after, 10, new ByteRange(5, 10)))).isNotNull();
	}

	@Test
	void aPatchThatLeavesLittleGivesTheSpaceBack() throws IOException {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * MIB, 1);
		readOnce(cache, before);
		StoredFile after = new StoredFile("1", "1", 10, 1);
		cache.patched(before, after, patch(after, 10), null);
		assertThat(files()).isEmpty();
	}

	@Test
	void aPatchThatLeavesNothingGivesTheSpaceBack() throws IOException {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 20 * MIB, 1);
		readOnce(cache, before);
		StoredFile after = new StoredFile("1", "1", 20 * MIB, 2);
		cache.patched(before, after, patch(after, 0, new ByteRange(0, 20 * MIB)), null);
		assertThat(files()).isEmpty();
		assertThat(cache.statistics().bytes()).isZero();
	}

	@Test
	void aSpoolThatFailsAfterACommitOnlyCostsAFetch() {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * KIB, 1);
		readOnce(cache, before);
		StoredFile after = new StoredFile("1", "1", 10 * KIB, 1);
		after.failure = new UncheckedIOException(new IOException("The disk is broken"));
		cache.patched(before, after, patch(after, 10 * KIB, new ByteRange(0, 10)), null);
		after.failure = null;
		readOnce(cache, after);
		cache.forget(after.key());
		assertThat(cache.statistics().bytes()).as("nobody uses it").isZero();
	}

	@Test
	void whatIsWrittenIsLeftWhereItIsIfTheCacheIsOnAnotherDisk() throws IOException {
		Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "cache");
		assumeFalse(Files.getFileStore(memory).equals(Files.getFileStore(this.parent)));
		Files.createSymbolicLink(directory(), memory);
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 10, 1);
		try (Spool spool = Spool.open(this.parent.resolve("spool"))) {
			SpooledContent written = SpooledContent.empty(spool);
			written.write(0, ByteBuffer.wrap(new byte[10]));
			cache.adopt(file, written);
			written.discard();
			assertThat(this.suspensions).isEmpty();
			readOnce(cache, file);
			assertThat(files()).hasSize(1);
		}
		finally {
			cache.forget(file.key());
			Files.delete(memory);
		}
	}

	private static ContentPatch patch(StoredFile after, long kept, ByteRange... changed) {
		return new ContentPatch() {
			@Override
			public long kept() {
				return kept;
			}

			@Override
			public List<ByteRange> changed() {
				return List.of(changed);
			}

			@Override
			public int read(long position, ByteBuffer target) {
				return after.read(position, target);
			}

			@Override
			public long size() {
				return after.stored();
			}

			@Override
			public InputStream openStream() {
				throw new UnsupportedOperationException();
			}
		};
	}

	@Test
	void whatWasNotUsedForTheLongestTimeGoesFirst() throws IOException {
		ContentCache cache = open(SMALLEST);
		List<StoredFile> files = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			StoredFile file = new StoredFile("" + i, "0", 15 * MIB, i);
			files.add(file);
			readOnce(cache, file);
			readOnce(cache, files.get(0));
			assertThat(bytesOnDisk()).isLessThanOrEqualTo(SMALLEST.size());
		}
		files.forEach((file) -> file.fetches.clear());
		readOnce(cache, files.get(4));
		readOnce(cache, files.get(0));
		assertThat(files.get(0).fetches).isEmpty();
		assertThat(files.get(4).fetches).isEmpty();
		readOnce(cache, files.get(1));
		assertThat(files.get(1).fetches).isNotEmpty();
	}

	@Test
	void aFileThatIsLargerThanTheCacheIsReadInBoundedSpace() throws IOException {
		ContentCache cache = open(SMALLEST);
		StoredFile file = new StoredFile("1", "0", 100 * MIB, 1);
		readOnce(cache, file);
		assertThat(bytesOnDisk()).isPositive().isLessThanOrEqualTo(SMALLEST.size());
	}

	@Test
	void whatIsKeptIsThereAfterARestart() throws IOException {
		ContentCache before = open();
		StoredFile file = new StoredFile("größe", "0", 17 * MIB, 1);
		readOnce(before, file);
		StoredFile stays = new StoredFile("2", "0", 10 * KIB, 2);
		requireEqual(before.open(stays), stays, 0, 10 * KIB);
		before.close();
		ContentCache after = open();
		file.fetches.clear();
		stays.fetches.clear();
		readOnce(after, file);
		readOnce(after, stays);
		assertThat(file.fetches).isEmpty();
		assertThat(stays.fetches).isEmpty();
		StoredFile newer = new StoredFile("2", "1", 20 * KIB, 3);
		readOnce(after, newer);
		assertThat(files()).as("new files do not overwrite those that were there").hasSize(4);
	}

	@Test
	void aSmallerCacheGivesBackWhatALargerOneHasLeft() throws IOException {
		ContentCache before = open();
		readOnce(before, new StoredFile("1", "0", 100 * MIB, 1));
		before.close();
		open(SMALLEST);
		assertThat(bytesOnDisk()).isPositive().isLessThanOrEqualTo(SMALLEST.size());
	}

	@Test
	void nothingIsBelievedAfterACrash() throws IOException {
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		readOnce(open(), file);
		file.fetches.clear();
		readOnce(open(), file);
		assertThat(file.fetches).hasSize(1);
		assertThat(files()).hasSize(1);
	}

	@Test
	void nothingIsBelievedFromAnotherStartOfTheMachine() throws IOException {
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		ContentCache before = open();
		readOnce(before, file);
		before.close();
		Path index = directory().resolve("index");
		byte[] bytes = Files.readAllBytes(index);
		bytes[10] ^= 1;
		Files.write(index, bytes);
		file.fetches.clear();
		readOnce(open(), file);
		assertThat(file.fetches).hasSize(1);
	}

	@Test
	void contentWithoutANameForItsVersionIsNotKept() throws IOException {
		StoredFile file = new StoredFile("1", null, 10 * KIB, 1);
		readOnce(open(), file);
		assertThat(files()).isEmpty();
	}

	@Test
	void nothingOfClosedFilesIsKeptIfSoConfigured() throws IOException {
		ContentCache cache = open(new ContentCacheSettings(ContentCacheSettings.MIN_SIZE, false));
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		readOnce(cache, file);
		assertThat(files()).isEmpty();
		assertThat(cache.statistics().bytes()).isZero();
	}

	@Test
	void nothingOfADeletedFileIsKept() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		readOnce(cache, file);
		cache.forget(file.key());
		assertThat(files()).isEmpty();
	}

	@Test
	void filesAreForTheServiceAlone() throws IOException {
		readOnce(open(), new StoredFile("1", "0", 10 * KIB, 1));
		assertThat(Files.getPosixFilePermissions(directory())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
		assertThat(files()).hasSize(1)
			.allSatisfy((file) -> assertThat(Files.getPosixFilePermissions(file))
				.isEqualTo(PosixFilePermissions.fromString("rw-------")));
	}

	@Test
	void readsGoOnWhenTheDirectoryIsWiped() throws IOException {
		ContentCache cache = open();
		StoredFile used = new StoredFile("1", "0", 3 * MIB, 1);
		StoredFile closed = new StoredFile("2", "0", 10 * KIB, 2);
		CachedContent content = cache.open(used);
		requireEqual(content, used, 0, 10);
		readOnce(cache, closed);
		for (Path file : files()) {
			Files.delete(file);
		}
		Files.delete(directory());
		requireEqual(content, used, 0, 3 * MIB);
		readOnce(cache, closed);
		readOnce(cache, closed);
		readOnce(cache, new StoredFile("3", "0", 10 * KIB, 3));
		assertThat(closed.fetches).as("one before, one after").hasSize(2);
		assertThat(this.suspensions).isEmpty();
	}

	@Test
	void theDirectoryComesBackWhenItIsTimeToLookForRoom() throws IOException {
		ContentCache cache = open();
		readOnce(cache, new StoredFile("1", "0", 10 * KIB, 1));
		Files.delete(files().get(0));
		readOnce(cache, new StoredFile("2", "0", 15 * MIB + 512 * KIB, 2));
		Files.delete(files().get(0));
		Files.delete(directory());
		readOnce(cache, new StoredFile("3", "0", MIB, 3));
		assertThat(this.suspensions).isEmpty();
	}

	@Test
	void anInterruptDoesNotEndTheUseOfAFile() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 10 * MIB, 1);
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 10);
		Thread.currentThread().interrupt();
		requireEqual(content, file, 0, 10);
		assertThat(Thread.interrupted()).isTrue();
		file.fetches.clear();
		requireEqual(content, file, 0, 10);
		requireEqual(content, file, 0, 10);
		assertThat(file.fetches).hasSize(1);
		assertThat(this.suspensions).isEmpty();
	}

	@Test
	void nothingIsFetchedBehindAnEndThatHasMovedMeanwhile() throws IOException {
		Segment segment = new Segment(directory(), 1, 0);
		assertThat(segment.begin(100 * KIB, 64 * KIB, 10 * KIB)).isNull();
		assertThat(segment.isBusy()).isFalse();
	}

	@Test
	void whatTheDiskDoesNotTakeIsNotFetchedAhead() {
		ContentCache cache = open();
		cache.giveBack();
		StoredFile file = new StoredFile("1", "0", 10 * MIB, 1);
		CachedContent content = cache.open(file);
		for (int at = 0; at < 10 * MIB; at += 128 * KIB) {
			requireEqual(content, file, at, 128 * KIB);
		}
		assertThat(file.fetchedBytes()).isEqualTo(10 * MIB);
	}

	@Test
	void aFileThatWasCutOffIsFetchedAgain() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1);
		readOnce(cache, file);
		Files.write(files().get(0), new byte[0]);
		readOnce(cache, file);
	}

	@Test
	void readsGoOnWithoutADisk() throws IOException {
		Files.writeString(directory(), "no directory");
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 3 * MIB, 1);
		readOnce(cache, file);
		readOnce(cache, file);
		assertThat(this.suspensions).as("said once").hasSize(1);
	}

	@Test
	void roomIsGivenBackToOthers() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1);
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 100 * KIB);
		assertThat(cache.giveBack()).isTrue();
		assertThat(files()).isEmpty();
		assertThat(cache.giveBack()).isFalse();
		requireEqual(content, file, 0, 100 * KIB);
		assertThat(files()).as("nothing is taken for a while").isEmpty();
	}

	@Test
	void costlyContentIsFetchedOnce() {
		StoredFile file = new StoredFile("1", "0", 20 * MIB, 1);
		file.costly = true;
		CachedContent content = open().open(file);
		requireEqual(content, file, 15 * MIB, 10 * KIB);
		requireEqual(content, file, 0, 20 * MIB);
		assertThat(file.wholeFetches).isEqualTo(1);
		assertThat(file.fetches).isEmpty();
	}

	@Test
	void costlyContentCanBeReadBeforeAllOfItIsThere() {
		StoredFile file = new StoredFile("1", "0", 20 * MIB, 1);
		file.costly = true;
		CountDownLatch rest = new CountDownLatch(1);
		file.onFetch = (range) -> {
			if (range.start() >= 2 * MIB) {
				await(rest);
			}
		};
		CachedContent content = open().open(file);
		requireEqual(content, file, MIB, MIB);
		rest.countDown();
		requireEqual(content, file, 19 * MIB, MIB);
		assertThat(file.fetches).isEmpty();
	}

	@Test
	void costlyContentThatFailsAsAWholeIsReadByRanges() {
		StoredFile file = new StoredFile("1", "0", 20 * MIB, 1);
		file.costly = true;
		file.onFetch = (range) -> {
			if (range.start() == 3 * MIB && file.fetches.isEmpty()) {
				throw new ErrnoException(Errno.ETIMEDOUT, "Too slow");
			}
		};
		CachedContent content = open().open(file);
		requireEqual(content, file, 0, 20 * MIB);
		assertThat(file.wholeFetches).isEqualTo(1);
		assertThat(file.fetches).isNotEmpty().allMatch((range) -> range.start() >= 3 * MIB);
	}

	@Test
	void costlyContentThatWouldFillTheCacheIsReadByRanges() {
		StoredFile file = new StoredFile("1", "0", 40 * MIB, 1);
		file.costly = true;
		CachedContent content = open(SMALLEST).open(file);
		requireEqual(content, file, 15 * MIB, 10 * KIB);
		assertThat(file.wholeFetches).isZero();
	}

	@Test
	void costlyContentThatFailedAsAWholeIsTriedAgainWhenItIsOpenedAgain() {
		StoredFile file = new StoredFile("1", "0", 20 * MIB, 1);
		file.costly = true;
		file.onFetch = (range) -> {
			if (range.start() == 3 * MIB && file.wholeFetches == 1) {
				throw new ErrnoException(Errno.ETIMEDOUT, "Too slow");
			}
		};
		ContentCache cache = open();
		CachedContent content = cache.open(file);
		requireEqual(content, file, 10 * MIB, 10);
		cache.release(content, true);
		file.fetches.clear();
		requireEqual(cache.open(file), file, 0, 20 * MIB);
		assertThat(file.wholeFetches).isEqualTo(2);
		assertThat(file.fetches).isEmpty();
	}

	@Test
	void nobodyFetchesOnWhatIsNotKept() {
		StoredFile file = new StoredFile("1", null, 20 * MIB, 1);
		endWhileFetchingWhole(file, (cache, content) -> cache.release(content, true));
	}

	@Test
	void aFetchEndsWithTheCache() {
		StoredFile file = new StoredFile("1", "0", 20 * MIB, 1);
		endWhileFetchingWhole(file, (cache, content) -> {
			this.closing = CompletableFuture.runAsync(cache::close);
			await(() -> !cache.isKeeping());
		});
		this.closing.join();
	}

	private void endWhileFetchingWhole(StoredFile file, BiConsumer<ContentCache, CachedContent> end) {
		file.costly = true;
		CountDownLatch rest = new CountDownLatch(1);
		List<ByteRange> late = new CopyOnWriteArrayList<>();
		file.onFetch = (range) -> {
			if (range.start() == 2 * MIB) {
				await(rest);
			}
			if (range.start() > 2 * MIB) {
				late.add(range);
			}
		};
		ContentCache cache = open();
		CachedContent content = cache.open(file);
		requireEqual(content, file, MIB, MIB);
		end.accept(cache, content);
		rest.countDown();
		await(() -> file.wholeEnds == 1);
		assertThat(late).isEmpty();
	}

	@Test
	void whatComesAfterTheLastCloseLeavesNoFileOpen() throws Exception {
		StoredFile file = new StoredFile("1", "0", 40 * MIB, 1);
		file.costly = true;
		CountDownLatch rest = new CountDownLatch(1);
		CountDownLatch last = new CountDownLatch(1);
		file.onFetch = (range) -> {
			if (range.start() == 2 * MIB) {
				await(rest);
			}
			if (range.end() == 40 * MIB) {
				last.countDown();
			}
		};
		ContentCache cache = open();
		CachedContent content = cache.open(file);
		requireEqual(content, file, MIB, MIB);
		cache.release(content, true);
		rest.countDown();
		await(last);
		await(() -> cache.statistics().bytes() == 40 * MIB);
		assertThat(filesInUse()).isEmpty();
	}

	private List<Path> filesInUse() throws IOException {
		List<Path> used = new ArrayList<>();
		for (Path file : files()) {
			try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
				if (descriptors.anyMatch((descriptor) -> isSame(descriptor, file))) {
					used.add(file);
				}
			}
		}
		return used;
	}

	private static boolean isSame(Path descriptor, Path file) {
		try {
			return Files.isSameFile(descriptor, file);
		}
		catch (IOException ex) {
			// It was closed meanwhile.
			return false;
		}
	}

	private Path directory() {
		return this.parent.resolve("cache");
	}

	private ContentCache open() {
		return open(ContentCacheSettings.defaults());
	}

	private ContentCache open(ContentCacheSettings settings) {
		ContentCache cache = new ContentCache(directory(), settings, new OperationListener() {
			@Override
			public void contentCacheSuspended(String place, Duration pause, Throwable failure) {
				ContentCacheTests.this.suspensions.add(place);
			}
		});
		this.opened.add(cache);
		return cache;
	}

	private List<Path> files() throws IOException {
		if (!Files.isDirectory(directory())) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(directory())) {
			return files.filter((file) -> !file.endsWith("index")).toList();
		}
	}

	private long bytesOnDisk() throws IOException {
		long bytes = 0;
		for (Path file : files()) {
			bytes += Files.size(file);
		}
		return bytes;
	}

	private static void readOnce(ContentCache cache, StoredFile file) {
		CachedContent content = cache.open(file);
		for (long at = 0; at < file.stored(); at += MIB) {
			requireEqual(content, file, at, MIB);
		}
		cache.release(content, true);
	}

	private static void requireEqual(CachedContent content, StoredFile file, long position, int length) {
		int expected = (int) Math.min(length, file.stored() - position);
		ByteBuffer target = ByteBuffer.allocate(length);
		assertThat(content.read(position, target)).isEqualTo(expected).isEqualTo(target.position());
		for (int i = 0; i < expected; i++) {
			if (target.get(i) != file.byteAt(position + i)) {
				throw new AssertionError("Wrong byte at " + (position + i));
			}
		}
	}

	private static void assertErrno(Errno errno, Runnable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work::run)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(errno));
	}

	private static void await(BooleanSupplier condition) {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("Time").isLessThan(deadline);
			Thread.yield();
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
