package io.fusemount.core.block;

import java.util.BitSet;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BlocksTests {

	@Test
	void aBlockIsAddedOnce() {
		Blocks blocks = new Blocks(200, new BitSet());
		assertThat(blocks.add(70)).isTrue();
		assertThat(blocks.add(70)).isFalse();
		assertThat(blocks.has(70)).isTrue();
		assertThat(blocks.has(6)).as("the same bit of another word").isFalse();
	}

	@Test
	void theNextMissingBlockIsFoundAcrossWords() {
		Blocks blocks = new Blocks(200, new BitSet());
		for (int block = 3; block < 130; block++) {
			blocks.add(block);
		}
		assertThat(blocks.nextMissing(0, 200)).isZero();
		assertThat(blocks.nextMissing(2, 200)).isEqualTo(2);
		assertThat(blocks.nextMissing(3, 200)).isEqualTo(130);
		assertThat(blocks.nextMissing(64, 200)).isEqualTo(130);
		assertThat(blocks.nextMissing(127, 200)).isEqualTo(130);
		assertThat(blocks.nextMissing(3, 100)).as("no further than asked").isEqualTo(100);
		assertThat(blocks.nextMissing(3, 64)).as("at the end of a word").isEqualTo(64);
	}

	@Test
	void thereAreAsManyBlocksAsBytesNeed() {
		assertThat(Blocks.count(0)).isZero();
		assertThat(Blocks.count(1)).isOne();
		assertThat(Blocks.count(Blocks.BYTES)).isOne();
		assertThat(Blocks.count(Blocks.BYTES + 1)).isEqualTo(2);
	}

	@Test
	void whatIsBeyondTheLastBlockIsNotBelieved() {
		BitSet present = new BitSet();
		present.set(1, 100);
		assertThat(new Blocks(3, present).copy().stream()).containsExactly(1, 2);
	}

}
