package io.fusemount.core.block;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the next version has of the version before, after a patch.
 */
class HandOverTests extends BlockFixture {

	private static final int BLOCK = Blocks.BYTES;

	private final ByteBuffer memory = ByteBuffer.allocate(BLOCK);

	@RepeatedTest(300)
	void aBlockIsThatOfTheNewVersionOrMissing(RepetitionInfo turn) throws IOException {
		Random random = new Random(turn.getCurrentRepetition());
		byte[] before = new byte[size(random)];
		random.nextBytes(before);
		Patch patch = patch(random, before);
		Extents extents = new Extents(this.store, before.length);
		List<Integer> present = new ArrayList<>();
		for (int at = 0; at < before.length; at += BLOCK) {
			if (random.nextInt(4) > 0) {
				extents.store(at, ByteBuffer.wrap(before, at, Math.min(BLOCK, before.length - at)));
				present.add(at / BLOCK);
			}
		}
		Extents next = handOver(extents, patch);
		extents.leave();
		for (int at = 0; at < patch.after.length; at += BLOCK) {
			int length = Math.min(BLOCK, patch.after.length - at);
			if (next.has(at)) {
				ByteBuffer read = ByteBuffer.allocate(length);
				assertThat(next.read(at, at + length, read)).isEqualTo(length);
				assertThat(read.array()).isEqualTo(Arrays.copyOfRange(patch.after, at, at + length));
			}
			else {
				assertThat(present).as("a block that could have been made").doesNotContain(at / BLOCK);
			}
		}
		next.leave();
		assertThat(files()).isEmpty();
		assertThat(this.store.bytes()).isZero();
		assertThat(this.channels.size()).as("open files").isZero();
	}

	/** Around the sizes of blocks, where mistakes are. */
	private static int size(Random random) {
		return Math.max(1, random.nextInt(6) * BLOCK + random.nextInt(3) * (random.nextInt(20) - 10));
	}

	/** Without holes, which may stay missing. */
	private static Patch patch(Random random, byte[] before) {
		byte[] after = new byte[size(random)];
		int kept = random.nextBoolean() ? Math.min(before.length, after.length)
				: random.nextInt(Math.min(before.length, after.length) + 1);
		System.arraycopy(before, 0, after, 0, kept);
		List<ByteRange> changed = new ArrayList<>();
		for (int i = 0, at = 0; i < random.nextInt(4) && at + 100 < kept - 100; i++) {
			int start = at + 1 + random.nextInt(kept - at - 50);
			int end = Math.min(kept - 1, start + 1 + random.nextInt(random.nextBoolean() ? 20 : 2 * BLOCK));
			if (start < end) {
				changed.add(new ByteRange(start, end));
			}
			at = end;
		}
		if (kept < after.length) {
			changed.add(new ByteRange(kept, after.length));
		}
		for (ByteRange range : changed) {
			for (long at = range.start(); at < range.end(); at++) {
				after[(int) at] = (byte) random.nextInt();
			}
		}
		return new Patch(after, kept, changed);
	}

	private Extents handOver(Extents before, Patch patch) throws IOException {
		Extents next = new Extents(this.store, patch.size());
		before.seal();
		before.handOver(next, patch, this.memory);
		return next;
	}

	@Test
	void theFileStaysWhereItIs() throws IOException {
		Extents before = filled(this.store, 10 * MIB, 1);
		LocalRange located = requireNonNull(before.locate(0, 10));
		Extents next = handOver(before, new Patch(of(10 * MIB, 1), 10 * MIB, List.of(new ByteRange(0, 10))));
		assertThat(next.isComplete(10 * MIB)).isTrue();
		LocalRange again = requireNonNull(next.locate(MIB, MIB + 10));
		assertThat(again.file().path()).isEqualTo(located.file().path());
		assertThat(again.file()).isNotSameAs(located.file());
		assertThat(located.file().onDrop(() -> {
		})).as("still there").isFalse();
		assertThat(before.locate(MIB, MIB + 10)).isNull();
		assertThat(read(before, MIB)).isZero();
		located.file().damaged();
		before.leave();
		requireOnly(next, 0, 10 * MIB, 1);
		assertThat(this.store.bytes()).isEqualTo(10 * MIB);
	}

	@Test
	void whatComesLateOfAnEarlierVersionIsNotTakenForTheNewOne() throws IOException {
		Extents before = filled(this.store, 10 * MIB, 1);
		Extents next = handOver(before, new Patch(of(10 * MIB, 2), 9 * MIB, List.of()));
		before.store(9 * MIB, bytes(MIB, 1));
		assertThat(read(next, 9 * MIB)).isZero();
		store(next, 9 * MIB, MIB, 2);
		requireOnly(next, 9 * MIB, MIB, 2);
		before.leave();
		requireOnly(next, 0, MIB, 1);
	}

	@Test
	void whatOneCouldNotUseAnyLongerIsNotHandedOver() throws IOException {
		Extents before = filled(this.store, 10 * MIB, 1);
		handOver(before, new Patch(of(10 * MIB, 1), 3 * MIB, List.of()));
		before.leave();
		assertThat(files()).as("most of it would be wasted").isEmpty();
	}

	@Test
	void manyChangesAreFetchedWhenTheyAreRead() throws IOException {
		Extents before = filled(this.store, 20 * MIB, 1);
		List<ByteRange> changed = new ArrayList<>();
		for (int at = 0; at < 20 * MIB; at += BLOCK) {
			changed.add(new ByteRange(at + 5, at + 6));
		}
		Extents next = handOver(before, new Patch(of(20 * MIB, 2), 20 * MIB, changed));
		assertThat(next.isEmpty()).isTrue();
	}

	@Test
	void aReaderGetsNoByteOfTheNextVersion() throws Exception {
		for (int turn = 0; turn < 200; turn++) {
			Extents before = filled(this.store, MIB, 0);
			CompletableFuture<Boolean> sawOnlyZeros = CompletableFuture.supplyAsync(() -> readsOnlyZeros(before));
			Extents next = handOver(before, new Patch(of(MIB, 1), MIB, List.of(new ByteRange(0, BLOCK))));
			assertThat(next.isComplete(MIB)).isTrue();
			assertThat(sawOnlyZeros.get(60, TimeUnit.SECONDS)).isTrue();
			next.leave();
		}
	}

	/** Reads the first block until it is missing. */
	private static boolean readsOnlyZeros(Extents extents) {
		ByteBuffer target = ByteBuffer.allocateDirect(BLOCK);
		while (extents.read(0, BLOCK, target.clear()) > 0) {
			for (int i = 0; i < target.position(); i++) {
				if (target.get(i) != 0) {
					return false;
				}
			}
		}
		return true;
	}

	private static byte[] of(int size, int value) {
		return bytes(size, value).array();
	}

	/**
	 * A patch with the content that it makes.
	 */
	private record Patch(byte[] after, long kept, List<ByteRange> changed) implements ContentPatch {

		@Override
		public long size() {
			return this.after.length;
		}

		@Override
		public int read(long position, ByteBuffer target) {
			int length = target.remaining();
			target.put(this.after, (int) position, length);
			return length;
		}

		@Override
		public InputStream openStream() {
			throw new UnsupportedOperationException();
		}

	}

}
