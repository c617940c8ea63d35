package io.fusemount.core.cache;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What one version has of another, and never has.
 */
class VersionTests extends CacheFixture {

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
		assertThat(cache.statistics().fetchedBytes()).as("changes were made here").isEqualTo(40 * MIB);
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
	void aLargeFileThatWasWrittenHereBecomesAFileOfTheCache() throws IOException {
		StoredFile file = new StoredFile("1", "0", 20 * MIB, 1);
		ContentCache cache = open();
		try (Spool spool = Spool.open(this.parent.resolve("spool"))) {
			SpooledContent written = SpooledContent.empty(spool);
			for (int at = 0; at < 20 * MIB; at += MIB) {
				ByteBuffer bytes = ByteBuffer.allocate(MIB);
				file.read(at, bytes);
				written.write(at, bytes.flip());
			}
			cache.adopt(file, written);
			written.discard();
		}
		file.fetches.clear();
		readOnce(cache, file);
		assertThat(file.fetches).isEmpty();
		assertThat(cache.statistics().bytes()).isEqualTo(20 * MIB);
		assertThat(files()).hasSize(1);
	}

	@Test
	void nothingIsHandedOverWhileBytesOfTheEarlierVersionAreComing() {
		StoredFile before = new StoredFile("1", "0", 10 * MIB, 1);
		StoredFile after = new StoredFile("1", "1", 10 * MIB, 2);
		ContentCache cache = open();
		CachedContent own = cache.open(before);
		requireEqual(own, before, 0, MIB);
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answer = new CountDownLatch(1);
		before.onFetch = (range) -> {
			asked.countDown();
			await(answer);
		};
		CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> requireEqual(own, before, 5 * MIB, KIB));
		await(asked);
		cache.patched(before, after, patch(after, 0, new ByteRange(0, 10 * MIB)), own);
		answer.countDown();
		reader.join();
		cache.release(own, false);
		readOnce(cache, after);
		readOnce(cache, after);
		assertThat(cache.statistics().bytes()).as("nothing of the earlier version").isEqualTo(10 * MIB);
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
	void aPatchThatLeavesLittleGivesTheSpaceBack() throws IOException {
		ContentCache cache = open();
		StoredFile before = new StoredFile("1", "0", 10 * MIB, 1);
		readOnce(cache, before);
		StoredFile after = new StoredFile("1", "1", 10, 1);
		cache.patched(before, after, patch(after, 10), null);
		assertThat(bytesOnDisk()).isEqualTo(10);
		assertThat(cache.statistics().bytes()).isEqualTo(10);
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

}
