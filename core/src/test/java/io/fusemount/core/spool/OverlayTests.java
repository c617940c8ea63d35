package io.fusemount.core.spool;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.spool.Overlay.Piece;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where the bytes of spooled content are, of ten stored ones.
 */
class OverlayTests {

	private final Overlay overlay = Overlay.over(10);

	@Test
	void nobodyHasToAskForWhatHasChanged() {
		Overlay overlay = Overlay.over(0);
		overlay.watch(true);
		for (int i = 0; i < 100_000; i++) {
			overlay.written(2 * i, 2 * i + 1);
		}
		assertThat(overlay.takeNews()).hasSize(Overlay.MOST_NEWS + 1);
		overlay.written(0, 1);
		assertThat(overlay.takeNews()).hasSize(1);
	}

	@Test
	void atFirstEverythingIsBelow() {
		assertThat(this.overlay.size()).isEqualTo(10);
		assertThat(this.overlay.piece(0, 10)).isEqualTo(below(10));
		assertThat(this.overlay.missing()).isEqualTo(10);
		assertThat(this.overlay.kept()).isEqualTo(10);
		assertThat(this.overlay.changed()).isEmpty();
		assertThat(this.overlay.isWhole()).isFalse();
	}

	@Test
	void bytesAreReadInPiecesThatAreInOnePlace() {
		this.overlay.written(3, 5);
		assertThat(this.overlay.piece(0, 10)).isEqualTo(below(3));
		assertThat(this.overlay.piece(3, 10)).isEqualTo(local(5));
		assertThat(this.overlay.piece(5, 10)).isEqualTo(below(10));
		assertThat(this.overlay.piece(5, 7)).isEqualTo(below(7));
		assertThat(this.overlay.piece(3, 4)).isEqualTo(local(4));
	}

	@Test
	void whatWasFetchedIsLocalButDiffersInNothing() {
		this.overlay.fetched(new ByteRange(0, 4));
		assertThat(this.overlay.piece(0, 10)).isEqualTo(local(4));
		assertThat(this.overlay.missing()).isEqualTo(6);
		assertThat(this.overlay.changed()).isEmpty();
		assertThat(this.overlay.kept()).isEqualTo(10);
	}

	@Test
	void whatWasWrittenDiffersAndMayMakeItLonger() {
		this.overlay.written(8, 12);
		assertThat(this.overlay.changed()).containsExactly(new ByteRange(8, 12));
		assertThat(this.overlay.size()).isEqualTo(12);
		assertThat(this.overlay.missing()).isEqualTo(8);
		assertThat(this.overlay.kept()).isEqualTo(10);
	}

	@Test
	void aHoleBehindWhatIsStoredIsLocalThoughNobodyWroteIt() {
		this.overlay.resize(20);
		this.overlay.fetched(new ByteRange(5, 10));
		assertThat(this.overlay.piece(10, 20)).isEqualTo(local(20));
		assertThat(this.overlay.piece(5, 20)).isEqualTo(local(20));
		assertThat(this.overlay.missing()).isEqualTo(5);
		assertThat(this.overlay.changed()).isEmpty();
	}

	@Test
	void whatWasCutOffDoesNotComeBackFromBelow() {
		this.overlay.resize(4);
		this.overlay.resize(10);
		assertThat(this.overlay.size()).isEqualTo(10);
		assertThat(this.overlay.piece(0, 10)).isEqualTo(below(4));
		assertThat(this.overlay.piece(4, 10)).isEqualTo(local(10));
		assertThat(this.overlay.missing()).isEqualTo(4);
		assertThat(this.overlay.kept()).isEqualTo(4);
	}

	@Test
	void whatWasWrittenAndCutOffDiffersInNothing() {
		this.overlay.written(2, 9);
		this.overlay.resize(5);
		this.overlay.resize(10);
		assertThat(this.overlay.changed()).containsExactly(new ByteRange(2, 5));
		assertThat(this.overlay.absent(0, 10)).isEqualTo(2 + 5);
	}

	@Test
	void whatIsCutOffToNothingIsWhole() {
		this.overlay.resize(0);
		assertThat(this.overlay.isWhole()).isTrue();
	}

	@Test
	void whatIsAllFetchedStillHasToDoWithWhatIsStored() {
		this.overlay.fetched(new ByteRange(0, 10));
		assertThat(this.overlay.missing()).isZero();
		assertThat(this.overlay.isWhole()).isFalse();
	}

	@Test
	void roomIsNeededForAllThatTheFileDoesNotHoldWhereverItIs() {
		this.overlay.written(2, 4);
		this.overlay.resize(12);
		assertThat(this.overlay.absent(0, 20)).isEqualTo(18);
		assertThat(this.overlay.missing()).isEqualTo(8);
	}

	@Test
	void whatIsMissingIsFoundFromTheFrontAndNotTooMuchAtOnce() {
		this.overlay.written(0, 1);
		this.overlay.written(5, 6);
		assertThat(this.overlay.firstMissing(3)).isEqualTo(new ByteRange(1, 4));
		this.overlay.fetched(new ByteRange(1, 4));
		assertThat(this.overlay.firstMissing(3)).isEqualTo(new ByteRange(4, 5));
		this.overlay.fetched(new ByteRange(4, 5));
		assertThat(this.overlay.firstMissing(100)).isEqualTo(new ByteRange(6, 10));
		this.overlay.fetched(new ByteRange(6, 10));
		assertThat(this.overlay.firstMissing(3)).isNull();
	}

	@Test
	void whatOwnsItsBytesDiffersInAllOfThem() {
		this.overlay.fetched(new ByteRange(0, 10));
		this.overlay.own();
		assertThat(this.overlay.isWhole()).isTrue();
		assertThat(this.overlay.missing()).isZero();
		assertThat(this.overlay.kept()).isZero();
		assertThat(this.overlay.changed()).containsExactly(new ByteRange(0, 10));
	}

	@Test
	void whatAnEarlierProcessLeftIsWhole() {
		Overlay left = Overlay.whole(7);
		assertThat(left.size()).isEqualTo(7);
		assertThat(left.isWhole()).isTrue();
		assertThat(left.piece(0, 7)).isEqualTo(local(7));
		assertThat(left.kept()).isZero();
		assertThat(left.changed()).containsExactly(new ByteRange(0, 7));
	}

	@Test
	void onceStoredItDiffersInNothingAndAllOfItCounts() {
		this.overlay.written(0, 12);
		this.overlay.stored();
		assertThat(this.overlay.changed()).isEmpty();
		assertThat(this.overlay.kept()).isEqualTo(12);
		assertThat(this.overlay.missing()).isZero();
	}

	@Test
	void onceStoredWithBytesMissingTheHolesAreBelowToo() {
		this.overlay.resize(12);
		this.overlay.stored();
		assertThat(this.overlay.piece(0, 12)).isEqualTo(below(12));
		assertThat(this.overlay.missing()).isEqualTo(12);
	}

	@Test
	void onceStoredWithNothingMissingTheHolesNeedNotBeFetched() {
		this.overlay.fetched(new ByteRange(0, 10));
		this.overlay.resize(12);
		this.overlay.stored();
		assertThat(this.overlay.piece(0, 12)).isEqualTo(local(12));
		assertThat(this.overlay.missing()).isZero();
		assertThat(this.overlay.firstMissing(100)).isNull();
	}

	/** Compares stored content, the local file and the expected content byte by byte. */
	@Test
	void itAlwaysSaysWhereTheRightByteIsAndWhichOnesDiffer() {
		Random random = new Random(11);
		for (int round = 0; round < 300; round++) {
			Bytes bytes = new Bytes(1 + random.nextInt(30));
			for (int step = 0; step < 40; step++) {
				int start = random.nextInt(40);
				switch (random.nextInt(9)) {
					case 0, 1, 2 -> bytes.write(start, start + 1 + random.nextInt(8), random.nextInt());
					case 3, 4 -> bytes.resize(start);
					case 5 -> bytes.fetch(1 + random.nextInt(8));
					case 6 -> bytes.store();
					case 7 -> bytes.zero(start, start + 1 + random.nextInt(8));
					default -> bytes.own();
				}
				bytes.check();
			}
		}
	}

	private static Piece local(long end) {
		return new Piece(end, true);
	}

	private static Piece below(long end) {
		return new Piece(end, false);
	}

	/** Holes are 0, a value that is never written. */
	private static final class Bytes {

		private int[] stored;

		private int[] wanted;

		private int[] local = new int[0];

		private final Overlay overlay;

		Bytes(int size) {
			this.stored = new int[size];
			Arrays.setAll(this.stored, (i) -> 1000 + i);
			this.wanted = this.stored.clone();
			this.overlay = Overlay.over(size);
		}

		void write(int start, int end, int value) {
			this.wanted = Arrays.copyOf(this.wanted, Math.max(this.wanted.length, end));
			this.local = Arrays.copyOf(this.local, Math.max(this.local.length, end));
			Arrays.fill(this.wanted, start, end, value | 1);
			Arrays.fill(this.local, start, end, value | 1);
			this.overlay.written(start, end);
		}

		void zero(int start, int end) {
			int last = Math.min(end, this.wanted.length);
			if (start < last) {
				Arrays.fill(this.wanted, start, last, 0);
				this.local = Arrays.copyOf(this.local, Math.max(this.local.length, last));
				Arrays.fill(this.local, start, last, 0);
				this.overlay.zeroed(start, last);
			}
		}

		void resize(int size) {
			this.wanted = Arrays.copyOf(this.wanted, size);
			this.local = Arrays.copyOf(this.local, Math.min(size, this.local.length));
			this.overlay.resize(size);
		}

		boolean fetch(int most) {
			ByteRange gap = this.overlay.firstMissing(most);
			if (gap == null) {
				return false;
			}
			assertThat(gap.length()).isBetween(1L, (long) most);
			this.local = Arrays.copyOf(this.local, Math.max(this.local.length, (int) gap.end()));
			System.arraycopy(this.stored, (int) gap.start(), this.local, (int) gap.start(), (int) gap.length());
			this.overlay.fetched(gap);
			return true;
		}

		void store() {
			this.stored = this.wanted.clone();
			this.overlay.stored();
		}

		void own() {
			while (fetch(7)) {
				// All of it.
			}
			this.stored = new int[0];
			this.overlay.own();
		}

		void check() {
			assertThat(this.overlay.size()).isEqualTo(this.wanted.length);
			assertThat(read()).isEqualTo(this.wanted);
			assertThat(patched()).isEqualTo(this.wanted);
			checkHoles();
		}

		/** Data and holes take turns, up to the end, and nothing is in a hole. */
		private void checkHoles() {
			long allocated = 0;
			for (long at = 0; at < this.wanted.length;) {
				long data = this.overlay.nextData(at);
				assertThat(Arrays.stream(this.wanted, (int) at, (int) data)).allMatch((value) -> value == 0);
				at = (data < this.wanted.length) ? this.overlay.nextHole(data) : data;
				assertThat(at).isGreaterThanOrEqualTo(data);
				allocated += at - data;
			}
			assertThat(this.overlay.allocated()).isEqualTo(allocated);
		}

		private int[] read() {
			int[] read = new int[this.wanted.length];
			for (int at = 0; at < read.length;) {
				Piece piece = this.overlay.piece(at, read.length);
				assertThat(piece.end()).isBetween(at + 1L, (long) read.length);
				for (; at < piece.end(); at++) {
					int[] place = piece.local() ? this.local : this.stored;
					read[at] = (piece.local() && at >= place.length) ? 0 : place[at];
				}
			}
			return read;
		}

		/** Returns the stored content with the changed ranges applied. */
		private int[] patched() {
			int[] patched = Arrays.copyOf(Arrays.copyOf(this.stored, (int) this.overlay.kept()), this.wanted.length);
			BitSet changed = new BitSet();
			this.overlay.changed().forEach((range) -> changed.set((int) range.start(), (int) range.end()));
			changed.stream().forEach((at) -> patched[at] = this.wanted[at]);
			return patched;
		}

	}

	@Test
	void whereTheHolesOfAnEarlierProcessAreIsNotKnown() {
		Overlay left = Overlay.whole(7);
		assertThat(left.nextData(3)).isEqualTo(3);
		assertThat(left.nextHole(3)).isEqualTo(7);
		assertThat(left.allocated()).isEqualTo(7);
	}

	@Test
	void whatIsZeroedInNewContentIsAHoleAgain() {
		Overlay overlay = Overlay.over(0);
		overlay.written(0, 10);
		overlay.zeroed(2, 5);
		assertThat(overlay.nextHole(0)).isEqualTo(2);
		assertThat(overlay.nextData(2)).isEqualTo(5);
		assertThat(overlay.changed()).containsExactly(new ByteRange(0, 2), new ByteRange(5, 10));
	}

	@Test
	void holesAreNotLocal() {
		Overlay overlay = Overlay.over(0);
		overlay.resize(1L << 40);
		overlay.written(10, 15);
		overlay.written((1L << 40), (1L << 40) + 1);
		assertThat(overlay.local()).isEqualTo(6);
		overlay.resize(12);
		assertThat(overlay.local()).isEqualTo(2);
		assertThat(Overlay.whole(7).local()).isEqualTo(7);
	}

}
