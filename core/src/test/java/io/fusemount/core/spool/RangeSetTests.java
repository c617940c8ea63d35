package io.fusemount.core.spool;

import java.util.BitSet;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RangeSetTests {

	@Test
	void rangesThatTouchBecomeOne() {
		RangeSet set = new RangeSet();
		set.add(0, 10);
		set.add(20, 30);
		assertThat(set.firstGap(0, 40)).isEqualTo(10);
		assertThat(set.gapEnd(10, 40)).isEqualTo(20);
		set.add(10, 20);
		assertThat(set.firstGap(0, 40)).isEqualTo(30);
	}

	@Test
	void itAgreesWithABitSet() {
		Random random = new Random(7);
		for (int round = 0; round < 200; round++) {
			RangeSet set = new RangeSet();
			BitSet model = new BitSet();
			for (int step = 0; step < 40; step++) {
				int from = random.nextInt(100);
				int to = from + random.nextInt(30);
				if (random.nextInt(5) == 0) {
					set.removeFrom(from);
					model.clear(from, 200);
				}
				else {
					set.add(from, to);
					model.set(from, to);
				}
				int start = random.nextInt(100);
				int gap = Math.min(model.nextClearBit(start), 150);
				assertThat(set.firstGap(start, 150)).isEqualTo(gap);
				int next = model.nextSetBit(gap);
				assertThat(set.gapEnd(gap, 150)).isEqualTo((next < 0) ? 150 : next);
			}
		}
	}

	@Test
	void removesFromTheMiddleAndAcrossRanges() {
		RangeSet set = new RangeSet();
		set.add(0, 10);
		set.add(20, 30);
		set.add(40, 50);
		set.remove(3, 5);
		assertThat(set.missing(0, 10)).isEqualTo(2);
		set.remove(8, 45);
		assertThat(set.missing(0, 50)).isEqualTo(50 - 3 - 3 - 5);
		set.remove(60, 70);
		set.remove(0, 50);
		assertThat(set.isEmpty()).isTrue();
	}

}
