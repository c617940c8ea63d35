package io.fusemount.core.segment;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SlotFiles} and the segments in them.
 */
@Timeout(600)
class SlotFilesTests {

	private static final int KIB = 1 << 10;

	private static final int MIB = 1 << 20;

	@TempDir
	Path directory;

	private SlotFiles files;

	@BeforeEach
	void create() {
		this.files = files(16 * MIB);
	}

	private SlotFiles files(long limit) {
		return new SlotFiles(this.directory, new OpenChannels(10), limit);
	}

	@ParameterizedTest
	@CsvSource({ "1, 4096", "4096, 4096", "4097, 8192", "65536, 65536" })
	void contentHasTheSmallestSlotThatItFits(long bytes, int slotBytes) {
		assertThat(taken(bytes).slotBytes()).isEqualTo(slotBytes);
	}

	@Test
	void contentThatIsNotSmallHasNone() {
		assertThat(this.files.take(64 * KIB + 1)).isNull();
	}

	@Test
	void thereAreNoMoreThanTheirFilesMayHaveRoomFor() {
		SlotFiles few = files(100 * KIB);
		List<@Nullable Slot> slots = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			slots.add(few.take(64 * KIB));
		}
		assertThat(slots.get(1)).isNotNull();
		assertThat(slots.get(2)).isNull();
		requireNonNull(slots.get(1)).delete();
		assertThat(few.take(1)).isNotNull();
	}

	@Test
	void freeSlotsAreGivenOutThoughTheFilesMayNotGrow() throws IOException {
		SlotFiles few = files(100 * KIB);
		Segment first = filled(requireNonNull(few.take(64 * KIB)), 64 * KIB, 1);
		Segment second = filled(requireNonNull(few.take(64 * KIB)), 64 * KIB, 2);
		first.drop();
		Segment third = filled(requireNonNull(few.take(64 * KIB)), 64 * KIB, 3);
		assertThat(few.take(64 * KIB)).isNull();
		assertThat(few.take(1)).isNull();
		requireOnly(second, 64 * KIB, 2);
		requireOnly(third, 64 * KIB, 3);
	}

	@Test
	void aSlotThatWasGivenBackIsTheNextOne() {
		taken(1);
		Slot second = taken(1);
		Slot third = taken(1);
		second.delete();
		second.delete();
		assertThat(taken(1).number()).isEqualTo(1);
		assertThat(taken(1).number()).isEqualTo(third.number() + 1);
	}

	@Test
	void aSlotIsNobodyElsesWhileBytesOfTheLastOneAreOnTheirWay() throws IOException {
		Slot slot = taken(1);
		slot.use();
		slot.use();
		slot.delete();
		slot.letGo();
		assertThat(taken(1).number()).isNotEqualTo(slot.number());
		slot.letGo();
		assertThat(taken(1).number()).isEqualTo(slot.number());
	}

	@Test
	void contentsDoNotTouchEachOther() throws IOException {
		Segment first = filled(taken(4 * KIB), 4 * KIB, 1);
		Segment second = filled(taken(3 * KIB), 3 * KIB, 2);
		Segment third = filled(taken(4 * KIB), 4 * KIB, 3);
		requireOnly(first, 4 * KIB, 1);
		requireOnly(second, 3 * KIB, 2);
		requireOnly(third, 4 * KIB, 3);
		assertThat(paths()).hasSize(1);
		assertThatIllegalArgumentException().isThrownBy(() -> second.store(1, ByteBuffer.wrap(new byte[4 * KIB]), 1));
	}

	@Test
	void othersAreNotSentToTheFile() throws IOException {
		Segment segment = filled(taken(10), 10, 1);
		assertThat(segment.locate(0, 10, 1)).isNull();
	}

	@Test
	void whoReadsWithoutALockGetsNoByteOfTheNextContent() throws Exception {
		for (int turn = 1; turn <= 200; turn++) {
			Segment before = filled(taken(64 * KIB), 64 * KIB, 0);
			requireOnly(before, 64 * KIB, 0);
			CompletableFuture<Boolean> sawOnlyZeros = LockFreeReader.seesOnlyZeros(before);
			before.drop();
			Segment next = filled(taken(64 * KIB), 64 * KIB, 1);
			assertThat(sawOnlyZeros.get(60, TimeUnit.SECONDS)).isTrue();
			requireOnly(next, 64 * KIB, 1);
			next.drop();
		}
	}

	@Test
	void whoReadsWithoutALockGetsNoByteOfOthersWhenHisVersionHasOutgrownItsSlot() throws Exception {
		for (int turn = 1; turn <= 200; turn++) {
			Segment before = filled(taken(64 * KIB / 2), 64 * KIB / 2, 0);
			requireOnly(before, 64 * KIB / 2, 0);
			CompletableFuture<Boolean> sawOnlyZeros = LockFreeReader.seesOnlyZeros(before);
			Segment next = requireNonNull(before.handOver(patch(64 * KIB)));
			Segment other = filled(taken(64 * KIB / 2), 64 * KIB / 2, 1);
			assertThat(sawOnlyZeros.get(60, TimeUnit.SECONDS)).isTrue();
			requireOnly(next, 64 * KIB / 2, 0);
			next.drop();
			other.drop();
		}
	}

	/** Adds bytes behind those that are there. */
	private static ContentPatch patch(int size) {
		return new ContentPatch() {

			@Override
			public long size() {
				return size;
			}

			@Override
			public long kept() {
				return size / 2;
			}

			@Override
			public List<ByteRange> changed() {
				return List.of(new ByteRange(size / 2, size));
			}

			@Override
			public int read(long position, ByteBuffer target) {
				throw new UnsupportedOperationException();
			}

			@Override
			public InputStream openStream() {
				throw new UnsupportedOperationException();
			}

		};
	}

	@Test
	void nothingIsLeftToALargerVersionOfWhatOthersHaveCutOff() throws IOException {
		Slot slot = taken(4 * KIB);
		filled(slot, 4 * KIB, 7);
		cutOff(KIB);
		assertThat(slot.bequeath(5 * KIB, 4 * KIB)).isNull();
	}

	@Test
	void nothingIsBelievedOfWhatAnEarlierProcessHasLeftIfOthersHaveCutItOff() throws IOException {
		Slot left = taken(4 * KIB);
		filled(left, 4 * KIB, 5);
		cutOff(0);
		SlotFiles next = files(MIB);
		Segment segment = new Segment(next.restore(left.slotBytes(), left.number()), 0)
			.restore(List.of(range(4 * KIB)));
		Segment other = filled(requireNonNull(next.take(4 * KIB)), 4 * KIB, 6);
		assertThat(segment.read(0, 4 * KIB, ByteBuffer.allocate(4 * KIB), 1)).isZero();
		requireOnly(other, 4 * KIB, 6);
	}

	@Test
	void aSlotWithoutBytesSaysNothingOfTheOthers() throws IOException {
		Slot left = taken(4 * KIB);
		filled(left, 3000, 5);
		Slot empty = taken(4 * KIB);
		SlotFiles next = files(MIB);
		Segment segment = new Segment(next.restore(left.slotBytes(), left.number()), 0)
			.restore(List.of(new ByteRange(0, 3000)));
		new Segment(next.restore(empty.slotBytes(), empty.number()), 0).restore(List.of());
		filled(requireNonNull(next.take(4 * KIB)), 4 * KIB, 6);
		requireOnly(segment, 3000, 5);
	}

	@Test
	void whoIsLateLeavesTheFilesToTheNextProcess() throws IOException {
		Segment late = filled(taken(4 * KIB), 4 * KIB, 5);
		this.files.close();
		late.drop();
		assertThat(Files.size(paths().get(0))).isEqualTo(4 * KIB);
		assertThat(this.files.take(1)).isNull();
	}

	@Test
	void theNextVersionStaysInTheSlotAsLongAsItFits() throws IOException {
		Slot slot = taken(4 * KIB);
		filled(slot, 3 * KIB, 7);
		SegmentPlace heir = requireNonNull(slot.bequeath(4 * KIB, 3 * KIB));
		slot.delete();
		assertThat(heir.number()).isEqualTo(slot.number());
		assertThat(taken(1).number()).isNotEqualTo(slot.number());
		requireOnly(new Segment(heir, 0).restore(List.of(range(3 * KIB))), 3 * KIB, 7);
	}

	@Test
	void theNextVersionGetsALargerSlotWhenItIsLarger() throws IOException {
		Slot slot = taken(4 * KIB);
		filled(slot, 4 * KIB, 7);
		SegmentPlace heir = requireNonNull(slot.bequeath(5 * KIB, 4 * KIB));
		assertThat(heir.slotBytes()).isEqualTo(8 * KIB);
		slot.delete();
		assertThat(taken(1).number()).isEqualTo(slot.number());
		requireOnly(new Segment(heir, 0).restore(List.of(range(4 * KIB))), 4 * KIB, 7);
	}

	@Test
	void nothingIsLeftToAVersionThatIsNotSmall() throws IOException {
		Slot slot = taken(4 * KIB);
		filled(slot, 4 * KIB, 7);
		assertThat(slot.bequeath(MIB, 4 * KIB)).isNull();
	}

	@Test
	void theRoomBehindTheLastSlotIsGivenBack() throws IOException {
		List<Segment> segments = new ArrayList<>();
		for (int i = 0; i < 64; i++) {
			segments.add(filled(taken(64 * KIB), 64 * KIB, 1));
		}
		assertThat(Files.size(paths().get(0))).isEqualTo(4 * MIB);
		segments.subList(1, 64).forEach(Segment::drop);
		assertThat(Files.size(paths().get(0))).isLessThanOrEqualTo(MIB);
		requireOnly(segments.get(0), 64 * KIB, 1);
		segments.get(0).drop();
		assertThat(Files.size(paths().get(0))).isZero();
	}

	@Test
	void nothingIsBelievedOfAFileThatOthersHaveCutOff() throws IOException {
		Segment first = filled(taken(4 * KIB), 4 * KIB, 1);
		Segment second = filled(taken(4 * KIB), 4 * KIB, 2);
		requireOnly(first, 4 * KIB, 1);
		cutOff(0);
		second.store(0, ByteBuffer.wrap(bytes(10, 2)), 1);
		assertThat(first.read(0, 4 * KIB, ByteBuffer.allocate(4 * KIB), 1)).isZero();
		assertThat(first.presentBytes()).isZero();
		requireOnly(second, 10, 2);
		first.store(0, ByteBuffer.wrap(bytes(4 * KIB, 3)), 1);
		requireOnly(first, 4 * KIB, 3);
	}

	@Test
	void nothingIsBelievedOfAFileThatOthersHaveDeleted() throws IOException {
		Segment first = filled(taken(4 * KIB), 4 * KIB, 1);
		Segment second = filled(taken(4 * KIB), 4 * KIB, 2);
		Files.delete(paths().get(0));
		requireOnly(first, 4 * KIB, 1);
		this.files.closeIdle();
		assertThat(first.read(0, 4 * KIB, ByteBuffer.allocate(4 * KIB), 1)).isZero();
		second.store(0, ByteBuffer.wrap(bytes(4 * KIB, 4)), 1);
		requireOnly(second, 4 * KIB, 4);
		first.store(0, ByteBuffer.wrap(bytes(4 * KIB, 3)), 1);
		requireOnly(first, 4 * KIB, 3);
		assertThat(paths()).hasSize(1);
	}

	@Test
	void whatAnEarlierProcessHasLeftIsItsOwn() throws IOException {
		taken(4 * KIB);
		Slot left = taken(4 * KIB);
		filled(left, 4 * KIB, 5);
		SlotFiles next = files(MIB);
		Slot restored = next.restore(left.slotBytes(), left.number());
		Segment segment = new Segment(restored, 0).restore(List.of(range(4 * KIB)));
		assertThat(requireNonNull(next.take(1)).number()).isZero();
		assertThat(requireNonNull(next.take(1)).number()).isEqualTo(2);
		requireOnly(segment, 4 * KIB, 5);
		assertThatIllegalArgumentException().isThrownBy(() -> next.restore(5000, 1));
	}

	private Slot taken(long bytes) {
		return requireNonNull(this.files.take(bytes));
	}

	private static Segment filled(Slot slot, int length, int value) throws IOException {
		Segment segment = new Segment(slot, 0);
		segment.store(0, ByteBuffer.wrap(bytes(length, value)), 1);
		return segment;
	}

	private static byte[] bytes(int length, int value) {
		byte[] bytes = new byte[length];
		Arrays.fill(bytes, (byte) value);
		return bytes;
	}

	private static void requireOnly(Segment segment, int length, int value) {
		byte[] read = new byte[length];
		assertThat(segment.read(0, length, ByteBuffer.wrap(read), 1)).isEqualTo(length);
		assertThat(read).containsOnly(value);
	}

	private static ByteRange range(int length) {
		return new ByteRange(0, length);
	}

	/** Truncates the file from outside. */
	private void cutOff(long bytes) throws IOException {
		try (FileChannel others = FileChannel.open(paths().get(0), StandardOpenOption.WRITE)) {
			others.truncate(bytes);
		}
	}

	private List<Path> paths() throws IOException {
		try (var listed = Files.list(this.directory)) {
			return listed.toList();
		}
	}

}
