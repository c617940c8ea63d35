package io.fusemount.core.block;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of blocks, by their numbers. A block is the unit in which content is present or
 * missing. Thread-safe without a lock; a block is never removed.
 */
final class Blocks {

	/** The size of a block in bytes. */
	static final int BYTES = 64 << 10;

	private final AtomicLongArray words;

	/**
	 * Creates a set.
	 * @param count the number of blocks that there can be
	 */
	Blocks(int count, BitSet present) {
		this.words = new AtomicLongArray((count + Long.SIZE - 1) / Long.SIZE);
		present.get(0, count).stream().forEach(this::add);
	}

	/** Returns the number of blocks in which the given number of bytes fit. */
	static int count(long bytes) {
		return Math.toIntExact((bytes + BYTES - 1) / BYTES);
	}

	boolean has(int block) {
		return (this.words.get(block / Long.SIZE) & (1L << block)) != 0;
	}

	/**
	 * Adds a block.
	 * @return whether it was missing
	 */
	boolean add(int block) {
		long bit = 1L << block;
		return (this.words.getAndUpdate(block / Long.SIZE, (word) -> word | bit) & bit) == 0;
	}

	/** Returns the first missing block of a range, or the end of the range. */
	int nextMissing(int from, int to) {
		for (int block = from; block < to;) {
			long missing = ~this.words.get(block / Long.SIZE) >>> block;
			if (missing != 0) {
				return Math.min(to, block + Long.numberOfTrailingZeros(missing));
			}
			block += Long.SIZE - block % Long.SIZE;
		}
		return to;
	}

	/** Returns a copy. */
	BitSet copy() {
		long[] copy = new long[this.words.length()];
		for (int i = 0; i < copy.length; i++) {
			copy[i] = this.words.get(i);
		}
		return BitSet.valueOf(copy);
	}

}
