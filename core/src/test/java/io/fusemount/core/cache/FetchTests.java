package io.fusemount.core.cache;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.block.BlockStore;
import io.fusemount.core.block.Extents;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.supervision.ContentCacheStatistics;
import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
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
	void contentThatWasFetchedInAdvanceEndsWhereItDid() {
		ContentCache cache = open();
		for (int size : new int[] { 10 * KIB, 100 * KIB }) {
			StoredFile file = new StoredFile("" + size, "0", size, 1) {
				@Override
				long stored() {
					return size - 500;
				}
			};
			ByteBuffer bytes = ByteBuffer.allocate(size - 500);
			file.read(0, bytes);
			cache.adoptFetched(file, bytes.flip(), cache.losses());
			file.fetches.clear();
			requireEqual(cache.open(file), file, 0, size);
			assertThat(file.fetches).isEmpty();
		}
	}

	@Test
	void contentThatIsLongerThanItWasSaidToBeIsCutOff() {
		ContentCache cache = open();
		for (int size : new int[] { 10 * KIB, 100 * KIB }) {
			StoredFile longer = new StoredFile("" + size, "0", 2L * size, 1);
			StoredFile file = new StoredFile("" + size, "0", size, 1);
			ByteBuffer bytes = ByteBuffer.allocate(2 * size);
			longer.read(0, bytes);
			cache.adoptFetched(file, bytes.flip(), cache.losses());
			requireEqual(cache.open(file), file, 0, 2 * size);
			assertThat(file.fetches).isEmpty();
		}
	}

	@Test
	void smallContentIsInPlaceForOthers() {
		StoredFile file = new StoredFile("1", "0", 2 * KIB, 1);
		CachedContent content = open().open(file);
		requireEqual(content, file, 0, 2 * KIB);
		assertThat(requireNonNull(content.locate(KIB, 4 * KIB)).length()).isEqualTo(KIB);
	}

	@Test
	void nothingIsFetchedBehindAnEndThatHasMovedMeanwhile() {
		Fetches fetches = new Fetches();
		assertThat(fetches.begin(nothing(), 100 * KIB, 10 * KIB)).isNull();
		assertThat(fetches.isEmpty()).isTrue();
	}

	@Test
	void aFetchEndsWhereAnotherOneBegins() {
		Fetches fetches = new Fetches();
		Fetch later = requireNonNull(fetches.begin(nothing(), 130 * KIB, 192 * KIB));
		Fetch fetch = requireNonNull(fetches.begin(nothing(), 10, MIB));
		assertThat(later.start()).isEqualTo(128 * KIB);
		assertThat(fetch.start()).isZero();
		assertThat(fetch.end()).isEqualTo(128 * KIB);
		assertThat(fetches.begin(nothing(), 127 * KIB, MIB)).isNull();
		assertThat(fetches.running(190 * KIB)).isSameAs(later);
		fetches.end(later);
		assertThat(fetches.running(190 * KIB)).isNull();
	}

	private Extents nothing() {
		return new Extents(new BlockStore(directory(), CHANNELS, SMALLEST.size(), new OperationListener() {
		}), MIB);
	}

}
