package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.segment.Segment;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.supervision.ContentCacheStatistics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The ranges that are fetched, when, and for which reader.
 */
class FetchTests extends CacheFixture {

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
		assertThat(cache.statistics()).isEqualTo(new ContentCacheStatistics(fetched, 1 << 30, fetched, 2, 1));
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
		assertThat(ahead.await(60, TimeUnit.SECONDS)).isTrue();
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
	void nothingIsFetchedBehindAnEndThatHasMovedMeanwhile() throws IOException {
		Segment segment = Segment.inOwnFile(directory(), CHANNELS, 1, 0);
		assertThat(segment.begin(100 * KIB, 64 * KIB, 10 * KIB)).isNull();
		assertThat(segment.isBusy()).isFalse();
	}

}
