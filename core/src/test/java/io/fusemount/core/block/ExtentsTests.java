package io.fusemount.core.block;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import io.fusemount.core.local.LocalRange;
import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The blocks of one content, and the file that they are in.
 */
class ExtentsTests extends BlockFixture {

	@Test
	void contentIsInOneFileWithTheBytesAtTheirOffsets() throws IOException {
		Extents extents = new Extents(this.store, 20 * MIB);
		store(extents, 15 * MIB, 64 * KIB, 1);
		store(extents, 3 * MIB, MIB, 2);
		LocalRange first = requireNonNull(extents.locate(3 * MIB + 100, 3 * MIB + 200));
		LocalRange second = requireNonNull(extents.locate(15 * MIB, 15 * MIB + 1));
		assertThat(first.file()).isSameAs(second.file());
		assertThat(first.position()).isEqualTo(3 * MIB + 100);
		assertThat(first.length()).isEqualTo(100);
		assertThat(second.position()).isEqualTo(15 * MIB);
		assertThat(first.file().capacity()).isEqualTo(20 * MIB);
		assertThat(files()).containsExactly(first.file().path());
	}

	@Test
	void whatWasNotStoredIsMissingThoughTheFileHasAHoleThere() throws IOException {
		Extents extents = new Extents(this.store, 20 * MIB);
		store(extents, 3 * MIB, 128 * KIB, 2);
		assertThat(read(extents, 3 * MIB - 10)).isZero();
		assertThat(extents.locate(3 * MIB - 1, 3 * MIB + 10)).isNull();
		assertThat(extents.locate(3 * MIB + 120 * KIB, 3 * MIB + 130 * KIB)).isNull();
		assertThat(extents.read(3 * MIB + 120 * KIB, 4 * MIB, ByteBuffer.allocate(MIB))).isEqualTo(8 * KIB);
		assertThat(extents.has(3 * MIB + 128 * KIB - 1)).isTrue();
		assertThat(extents.has(3 * MIB + 128 * KIB)).isFalse();
	}

	@Test
	void whatTwoThreadsStoreAtTheSameTimeIsThere() throws Exception {
		for (int round = 0; round < 50; round++) {
			Extents extents = new Extents(this.store, 4 * MIB);
			CompletableFuture<Void> odd = CompletableFuture.runAsync(() -> storeEverySecond(extents, 1));
			storeEverySecond(extents, 0);
			odd.join();
			assertThat(extents.isComplete(4 * MIB)).as("round " + round).isTrue();
			extents.leave();
		}
	}

	private static void storeEverySecond(Extents extents, int first) {
		try {
			for (int at = first * 64 * KIB; at < 4 * MIB; at += 128 * KIB) {
				extents.store(at, bytes(64 * KIB, 1));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void contentIsCompleteWithItsLastBlock() throws IOException {
		Extents extents = new Extents(this.store, 100 * KIB);
		assertThat(extents.isEmpty()).isTrue();
		store(extents, 64 * KIB, 36 * KIB, 1);
		assertThat(extents.isComplete(100 * KIB)).isFalse();
		store(extents, 0, 64 * KIB, 1);
		assertThat(extents.isComplete(100 * KIB)).isTrue();
		assertThat(this.store.bytes()).isEqualTo(100 * KIB);
		store(extents, 0, 64 * KIB, 1);
		assertThat(this.store.bytes()).as("counted once").isEqualTo(100 * KIB);
	}

	@Test
	void contentOfMoreThanHalfOfTheCacheIsInSeveralFiles() throws IOException {
		Extents extents = filled(this.store, 40 * MIB, 1);
		assertThat(files()).hasSize(10);
		assertThat(extents.isComplete(40 * MIB)).isTrue();
		requireNonNull(extents.locate(5 * MIB, 6 * MIB)).file().damaged();
		assertThat(read(extents, 4 * MIB)).isZero();
		requireOnly(extents, 3 * MIB, MIB, 1);
		requireOnly(extents, 8 * MIB, MIB, 1);
		assertThat(extents.isComplete(40 * MIB)).isFalse();
		assertThat(this.store.bytes()).isEqualTo(36 * MIB);
	}

	@Test
	void smallContentsShareAFile() throws IOException {
		Extents first = filled(this.store, 2000, 1);
		Extents second = filled(this.store, 64 * KIB, 2);
		Extents third = filled(this.store, 1, 3);
		assertThat(files()).hasSize(1);
		assertThat(Files.size(files().get(0))).isEqualTo(2001 + 64 * KIB);
		requireOnly(first, 0, 2000, 1);
		requireOnly(second, 0, 64 * KIB, 2);
		requireOnly(third, 0, 1, 3);
		assertThat(requireNonNull(second.locate(10, 20)).position()).isEqualTo(2010);
		assertThat(second.locate(10, 64 * KIB + 1)).isNull();
	}

	@Test
	void aSharedFileGoesWithItsLastContent() throws IOException {
		Extents first = filled(this.store, 2000, 1);
		Extents second = filled(this.store, 2000, 2);
		first.leave();
		requireOnly(second, 0, 2000, 2);
		assertThat(first.isEmpty()).isTrue();
		second.leave();
		second.leave();
		assertThat(files()).isEmpty();
		assertThat(this.store.bytes()).isZero();
		requireOnly(filled(this.store, 2000, 3), 0, 2000, 3);
	}

	@Test
	void aSharedFileThatIsFullIsFollowedByAnother() throws IOException {
		for (int i = 0; i < 65; i++) {
			requireOnly(filled(this.store, 64 * KIB, i), 0, 64 * KIB, i);
		}
		assertThat(files()).hasSize(2);
	}

	@Test
	void contentThatHasLeftTakesBytesAndForgetsThem() throws IOException {
		Extents extents = new Extents(this.store, MIB);
		extents.leave();
		ByteBuffer bytes = bytes(64 * KIB, 1);
		extents.store(0, bytes);
		assertThat(bytes.hasRemaining()).as("what follows would be stored in the wrong place").isFalse();
		assertThat(files()).isEmpty();
	}

	@Test
	void whatComesWhileContentLeavesIsNotKept() throws Exception {
		for (int turn = 0; turn < 200; turn++) {
			Extents extents = new Extents(this.store, MIB);
			CompletableFuture<Void> storing = CompletableFuture.runAsync(() -> {
				try {
					store(extents, 0, MIB, 1);
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
			});
			extents.leave();
			storing.get();
			assertThat(files()).isEmpty();
		}
		assertThat(this.store.bytes()).isZero();
		assertThat(this.channels.size()).as("open files").isZero();
	}

	@Test
	void aFileThatOthersHaveCutOffIsNotContinued() throws IOException {
		Extents extents = new Extents(this.store, 10 * MIB);
		store(extents, 0, MIB, 1);
		cutOff(files().get(0), 0);
		store(extents, 5 * MIB, MIB, 1);
		assertThat(read(extents, 0)).isZero();
		store(extents, 5 * MIB, MIB, 1);
		assertThat(read(extents, 0)).isZero();
		requireOnly(extents, 5 * MIB, MIB, 1);
		assertThat(this.store.bytes()).isEqualTo(MIB);
	}

	@Test
	void nothingIsBelievedOfASharedFileThatOthersHaveCutOff() throws IOException {
		Extents first = filled(this.store, 4 * KIB, 1);
		cutOff(files().get(0), KIB);
		filled(this.store, 4 * KIB, 2);
		assertThat(read(first, 0)).isZero();
		Extents third = filled(this.store, 4 * KIB, 3);
		requireOnly(third, 0, 4 * KIB, 3);
	}

	@Test
	void whatIsReadOfAFileThatOthersHaveCutOffIsMissing() throws IOException {
		Extents extents = filled(this.store, 10 * MIB, 1);
		cutOff(files().get(0), 5 * MIB);
		requireOnly(extents, 0, 5 * MIB, 1);
		assertThat(read(extents, 5 * MIB)).isZero();
		assertThat(extents.isEmpty()).isTrue();
		assertThat(files()).isEmpty();
	}

	@Test
	void aFileThatOthersHaveDeletedIsMissingWhenItIsOpenedAgain() throws IOException {
		Extents extents = filled(this.store, MIB, 1);
		Files.delete(files().get(0));
		requireOnly(extents, 0, MIB, 1);
		extents.closeIfIdle();
		assertThat(read(extents, 0)).isZero();
		store(extents, 0, MIB, 2);
		requireOnly(extents, 0, MIB, 2);
		assertThat(files()).hasSize(1);
	}

	@Test
	void aSharedFileThatOthersHaveDeletedIsMissedSoon() throws IOException {
		Extents extents = filled(this.store, 4 * KIB, 1);
		Files.delete(files().get(0));
		extents.closeIfIdle();
		requireOnly(extents, 0, 4 * KIB, 1);
		filled(this.store, 16 * MIB, 2);
		assertThat(read(extents, 0)).isZero();
	}

	@Test
	void anInterruptCostsNothing() throws IOException {
		Extents extents = filled(this.store, 10 * MIB, 1);
		Thread.currentThread().interrupt();
		requireOnly(extents, 0, 10 * MIB, 1);
		assertThat(Thread.interrupted()).as("still to be seen by others").isTrue();
		requireOnly(extents, 0, 10 * MIB, 1);
	}

	@Test
	void theNextProcessFindsWhatWasLeft() throws IOException {
		Extents large = new Extents(this.store, 10 * MIB + 5);
		store(large, 3 * MIB, MIB, 1);
		store(large, 10 * MIB, 5, 2);
		Extents small = filled(this.store, 3000, 3);
		Extents other = filled(this.store, 3000, 4);
		this.store.close();
		this.store.leaveFiles();
		assertThat(this.channels.size()).as("open files").isZero();
		BlockStore next = open();
		Extents restored = Extents.restore(next, 10 * MIB + 5, large.describe());
		requireOnly(restored, 3 * MIB, MIB, 1);
		requireOnly(restored, 10 * MIB, 5, 2);
		assertThat(read(restored, 0)).isZero();
		Extents restoredSmall = Extents.restore(next, 3000, small.describe());
		requireOnly(restoredSmall, 0, 3000, 3);
		requireOnly(Extents.restore(next, 3000, other.describe()), 0, 3000, 4);
		assertThat(next.bytes()).isEqualTo(this.store.bytes());
		filled(next, 3000, 5);
		requireOnly(restoredSmall, 0, 3000, 3);
	}

	@Test
	void whatIsLateLeavesTheFilesToTheNextProcess() throws IOException {
		Extents late = filled(this.store, MIB, 1);
		this.store.leaveFiles();
		late.leave();
		assertThat(files()).hasSize(1);
	}

	@Test
	void nothingIsBelievedOfWhatWasLeftIfOthersHaveCutItOff() throws IOException {
		Extents left = new Extents(this.store, 10 * MIB);
		store(left, 0, MIB, 1);
		this.store.leaveFiles();
		cutOff(files().get(0), 0);
		Extents restored = Extents.restore(open(), 10 * MIB, left.describe());
		store(restored, 5 * MIB, MIB, 2);
		assertThat(read(restored, 0)).isZero();
	}

	@Test
	void whatIsElsewhereUnderAnotherLimitIsDeleted() throws IOException {
		Extents left = filled(this.store, 40 * MIB, 1);
		this.store.leaveFiles();
		BlockStore larger = new BlockStore(this.directory, this.channels, 2 * LIMIT, new Silent());
		Extents restored = Extents.restore(larger, 40 * MIB, left.describe());
		assertThat(restored.isEmpty()).isTrue();
		assertThat(files()).isEmpty();
		assertThat(larger.bytes()).isZero();
	}

	@Test
	void whatWasUsedLeastRecentlyGoesFirst() throws IOException {
		Extents first = filled(this.store, 20 * MIB, 1);
		Extents second = filled(this.store, 20 * MIB, 2);
		Extents third = filled(this.store, 20 * MIB, 3);
		requireOnly(first, 0, 10, 1);
		Extents fourth = filled(this.store, 20 * MIB, 4);
		assertThat(second.isEmpty()).isTrue();
		requireOnly(first, 0, 20 * MIB, 1);
		requireOnly(third, 0, 20 * MIB, 3);
		requireOnly(fourth, 0, 20 * MIB, 4);
		assertThat(this.store.bytes()).isEqualTo(60 * MIB);
	}

	@Test
	void thoseWhoHaveAFileOpenAreToldThatItIsDeleted() throws IOException {
		Extents extents = filled(this.store, MIB, 1);
		LocalRange range = requireNonNull(extents.locate(0, 10));
		Path[] found = new Path[1];
		range.file().onDrop(() -> found[0] = Files.exists(range.file().path()) ? range.file().path() : null);
		assertThat(this.store.giveBack()).isEqualTo(MIB);
		assertThat(found[0]).as("told before").isNotNull();
		assertThat(files()).isEmpty();
		assertThat(extents.locate(0, 10)).isNull();
	}

}
