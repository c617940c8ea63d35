package io.fusemount.core.block;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongFunction;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a version that differ from those of the version before, made of the bytes
 * of both the earlier blocks and the patch.
 */
final class PatchedBlocks {

	/** More would cost more time to make than to fetch them when they are read. */
	private static final int MAX = 256;

	private final ContentPatch patch;

	private final long size;

	private final LongFunction<@Nullable Extent> before;

	/**
	 * Creates the view of the blocks.
	 * @param size the length of the content with the patch
	 * @param before the blocks of the earlier version around a position
	 */
	PatchedBlocks(ContentPatch patch, long size, LongFunction<@Nullable Extent> before) {
		this.patch = patch;
		this.size = size;
		this.before = before;
	}

	/**
	 * Returns the numbers of the blocks, or none if there are too many.
	 * @param small whether one of both versions is small, so that its block is in another
	 * file
	 */
	Set<Long> numbers(boolean small) {
		if (this.patch.changed().stream().mapToLong(ByteRange::length).sum() > Content.PIECE_BYTES) {
			return Set.of();
		}
		SortedSet<Long> numbers = new TreeSet<>();
		long kept = this.patch.kept();
		if (kept < this.size && kept % Blocks.BYTES != 0) {
			numbers.add(kept / Blocks.BYTES);
		}
		if (small) {
			numbers.add(0L);
		}
		for (ByteRange range : this.patch.changed()) {
			for (long block = range.start() / Blocks.BYTES; block * Blocks.BYTES < range.end(); block++) {
				numbers.add(block);
			}
			if (numbers.size() > MAX) {
				return Set.of();
			}
		}
		return numbers;
	}

	/**
	 * Makes a block.
	 * @return its bytes, or {@code null} if bytes of the earlier version are missing
	 */
	@Nullable ByteBuffer compose(long block, ByteBuffer memory) {
		long start = block * Blocks.BYTES;
		int length = (int) Math.min(Blocks.BYTES, this.size - start);
		int kept = (int) Math.max(0, Math.min(length, this.patch.kept() - start));
		if (length <= 0 || !isReplaced(start, start + kept) && !readBefore(start, memory.clear().limit(kept))) {
			return null;
		}
		memory.limit(length).position(kept);
		while (memory.hasRemaining()) {
			memory.put((byte) 0);
		}
		for (ByteRange range : this.patch.changed()) {
			int from = (int) Math.max(0, Math.min(length, range.start() - start));
			int to = (int) Math.max(0, Math.min(length, range.end() - start));
			if (from < to && this.patch.read(start + from, memory.limit(to).position(from)) < to - from) {
				return null;
			}
		}
		return memory.limit(length).position(0);
	}

	private boolean isReplaced(long start, long end) {
		return start == end
				|| this.patch.changed().stream().anyMatch((range) -> range.start() <= start && end <= range.end());
	}

	private boolean readBefore(long start, ByteBuffer target) {
		Extent known = this.before.apply(start);
		while (known != null && target.hasRemaining()) {
			long at = start + target.position();
			if (known.read(at, at + target.remaining(), target) == 0) {
				return false;
			}
		}
		return known != null;
	}

}
