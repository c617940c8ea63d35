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

}
