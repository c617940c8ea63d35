package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import io.fusemount.core.local.LocalRange;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * What befalls the directory of the cache, and the disk that it is on.
 */
class CacheDiskTests extends CacheFixture {

	@Test
	void whatIsWrittenIsLeftWhereItIsIfTheCacheIsOnAnotherDisk() throws IOException {
		Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "cache");
		assumeFalse(Files.getAttribute(memory, "unix:dev").equals(Files.getAttribute(this.parent, "unix:dev")));
		Files.createSymbolicLink(directory(), memory);
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1);
		try (Spool spool = Spool.open(this.parent.resolve("spool"))) {
			SpooledContent written = SpooledContent.empty(spool);
			written.write(0, ByteBuffer.wrap(new byte[100 * KIB]));
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
	void nobodyIsSentToAFileThatHasBeenWiped() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 200 * KIB, 1);
		readOnce(cache, file);
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 10);
		LocalRange located = requireNonNull(content.locate(0, 10));
		cache.release(content, true);
		Files.delete(located.file().path());
		cache.open(file);
		requireEqual(content, file, 150 * KIB, 10);
		LocalRange again = requireNonNull(content.locate(150 * KIB, 10));
		assertThat(again.file()).as("another file").isNotSameAs(located.file());
		assertThat(located.file().onDrop(() -> {
		})).as("still there").isFalse();
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
		assertThat(file.fetches).isEmpty();
		assertThat(this.suspensions).isEmpty();
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
	void aFileThatWasCutOffIsNotContinued() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 300 * KIB, 1);
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 100 * KIB);
		Files.write(files().get(0), new byte[0]);
		requireEqual(content, file, 290 * KIB, 10 * KIB);
		assertThat(content.locate(0, 10)).isNull();
		requireEqual(content, file, 0, 300 * KIB);
	}

	@Test
	void aFileThatOthersFindDamagedIsFetchedAgain() {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 100 * KIB, 1);
		CachedContent content = cache.open(file);
		requireEqual(content, file, 0, 100 * KIB);
		file.fetches.clear();
		requireNonNull(content.locate(0, 10)).file().damaged();
		assertThat(content.locate(0, 10)).isNull();
		requireEqual(content, file, 0, 100 * KIB);
		assertThat(file.fetchedBytes()).isEqualTo(100 * KIB);
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

}
