package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ByteRange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Content that is costly by range.
 */
class WholeFetchTests extends CacheFixture {

	private CompletableFuture<Void> closing = CompletableFuture.completedFuture(null);

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
			// It was closed in the meantime.
			return false;
		}
	}

}
