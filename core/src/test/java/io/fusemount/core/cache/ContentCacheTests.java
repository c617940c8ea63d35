package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.limit.ContentCacheSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The content that is kept, for how long, and across restarts.
 */
class ContentCacheTests extends CacheFixture {

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
		assertThat(files()).as("new files do not overwrite those that were there").hasSize(3);
	}

	@Test
	void smallContentsShareAFileAndAreThereAfterARestart() throws IOException {
		ContentCache before = open();
		List<StoredFile> contents = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			contents.add(new StoredFile("" + i, "0", 4 * KIB, i));
			readOnce(before, contents.get(i));
		}
		before.forget(contents.remove(50).key());
		assertThat(files()).hasSize(1);
		before.close();
		assertThat(CHANNELS.size()).as("open files").isZero();
		contents.forEach((file) -> file.fetches.clear());
		ContentCache after = open();
		contents.add(new StoredFile("new", "0", 4 * KIB, 200));
		contents.add(new StoredFile("newer", "0", 4 * KIB, 201));
		contents.forEach((file) -> readOnce(after, file));
		contents.forEach((file) -> readOnce(after, file));
		assertThat(contents.subList(0, 99)).allSatisfy((file) -> assertThat(file.fetches).isEmpty());
		assertThat(contents.subList(99, 101)).allSatisfy((file) -> assertThat(file.fetches).hasSize(1));
		assertThat(files()).as("one of each process").hasSize(2);
	}

	@Test
	void aSmallerCacheGivesBackWhatALargerOneHasLeft() throws IOException {
		ContentCache before = open();
		for (int i = 0; i < 10; i++) {
			readOnce(before, new StoredFile("" + i, "0", 10 * MIB, i));
		}
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
		assertThat(bytesOnDisk()).isZero();
	}

	@Test
	void nothingOfClosedFilesIsKeptIfSoConfigured() throws IOException {
		ContentCache cache = open(new ContentCacheSettings(ContentCacheSettings.MIN_SIZE, false));
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		readOnce(cache, file);
		assertThat(bytesOnDisk()).isZero();
		assertThat(cache.statistics().bytes()).isZero();
	}

	@Test
	void norOfFilesThatAreOpenAtTheEnd() throws IOException {
		ContentCache cache = open(new ContentCacheSettings(ContentCacheSettings.MIN_SIZE, false));
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		requireEqual(cache.open(file), file, 0, 10 * KIB);
		cache.close();
		assertThat(bytesOnDisk()).isZero();
		assertThat(CHANNELS.size()).as("open files").isZero();
	}

	@Test
	void nothingOfADeletedFileIsKept() throws IOException {
		ContentCache cache = open();
		StoredFile file = new StoredFile("1", "0", 10 * KIB, 1);
		readOnce(cache, file);
		cache.forget(file.key());
		assertThat(bytesOnDisk()).isZero();
	}

}
