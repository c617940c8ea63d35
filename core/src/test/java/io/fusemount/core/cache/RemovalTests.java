package io.fusemount.core.cache;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import io.fusemount.core.local.LocalRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files that take long to be removed from the disk.
 */
class RemovalTests extends CacheFixture {

	private final CountDownLatch removing = new CountDownLatch(1);

	private final CountDownLatch going = new CountDownLatch(1);

	private final StoredFile slow = new StoredFile("slow", "0", MIB, 1);

	private final StoredFile other = new StoredFile("other", "0", MIB, 2);

	@AfterEach
	void goOn() {
		this.going.countDown();
	}

	@Test
	void filesAreOpenedWhileAForgottenOneIsRemoved() throws IOException {
		assertOthersGoOn((cache) -> cache.forget(this.slow.key()));
	}

	@Test
	void filesAreOpenedWhileADistrustedOneIsRemoved() throws IOException {
		assertOthersGoOn((cache) -> cache.distrust(this.slow.key()));
	}

	@Test
	void filesAreOpenedWhileAllAreRemoved() throws IOException {
		assertOthersGoOn(ContentCache::forgetAll);
	}

	@Test
	void filesAreOpenedWhileRoomIsGivenBack() throws IOException {
		assertOthersGoOn(ContentCache::giveBack);
	}

	@Test
	void theNextCacheLosesNoFileToARemovalThatHasNotEnded() throws IOException {
		ContentCache cache = open();
		CompletableFuture<Void> removal = remove(cache, (full) -> full.forget(this.slow.key()));
		cache.close();
		ContentCache next = open();
		readOnce(next, this.other);
		readOnce(next, this.slow);
		this.going.countDown();
		removal.join();
		assertThat(files()).hasSize(2);
		this.slow.fetches.clear();
		readOnce(next, this.slow);
		assertThat(this.slow.fetches).isEmpty();
	}

	@Test
	void roomIsThereThoughAnotherThreadIsStillRemovingFiles() throws IOException {
		ContentCache cache = open();
		CompletableFuture<Void> removal = remove(cache, (full) -> full.forget(this.slow.key()));
		cache.giveBack();
		assertThat(files()).isEmpty();
		this.going.countDown();
		removal.join();
	}

	private void assertOthersGoOn(Consumer<ContentCache> work) throws IOException {
		ContentCache cache = open();
		CompletableFuture<Void> removal = remove(cache, work);
		CachedContent content = cache.open(this.other);
		requireEqual(content, this.other, 0, KIB);
		cache.release(content, true);
		assertThat(cache.holds(this.slow)).isFalse();
		cache.forget(this.other.key());
		assertThat(cache.bytes()).as("what is being removed does not count").isZero();
		this.going.countDown();
		removal.join();
		assertThat(files()).isEmpty();
		assertThat(cache.bytes()).isZero();
	}

	/** Returns as soon as the removal has come to the disk, where it waits. */
	private CompletableFuture<Void> remove(ContentCache cache, Consumer<ContentCache> work) {
		CachedContent content = cache.open(this.slow);
		requireEqual(content, this.slow, 0, MIB);
		LocalRange range = content.locate(0, KIB);
		assertThat(range).isNotNull();
		assertThat(range.file().onDrop(() -> {
			this.removing.countDown();
			await(this.going);
		})).isTrue();
		cache.release(content, true);
		CompletableFuture<Void> removal = CompletableFuture.runAsync(() -> work.accept(cache));
		await(this.removing);
		return removal;
	}

}
