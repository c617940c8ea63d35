package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * What was there of a segment at one moment, and the open file that it is in, so that
 * those who read need no lock. Positions are those of the content.
 */
final class SegmentView {

	private final FileChannel channel;

	private final @Nullable LocalFile file;

	private final long origin;

	/** The first offset of a range, the first one behind it, and so on. */
	private final long[] bounds;

	/**
	 * Takes note of ranges.
	 * @param channel the file, open
	 * @param file what others may open, {@code null} if they may not
	 * @param origin the position that the first byte of the file would have, below zero
	 * if others come before
	 * @param ranges in ascending order, and not touching each other
	 */
	SegmentView(FileChannel channel, @Nullable LocalFile file, long origin, List<ByteRange> ranges) {
		this.channel = channel;
		this.file = file;
		this.origin = origin;
		this.bounds = new long[2 * ranges.size()];
		for (int i = 0; i < ranges.size(); i++) {
			this.bounds[2 * i] = ranges.get(i).start();
			this.bounds[2 * i + 1] = ranges.get(i).end();
		}
	}

	/**
	 * Returns where the bytes that are there from a position on end: the position itself
	 * if there are none.
	 */
	long end(long position) {
		int low = 0;
		int high = this.bounds.length;
		while (low < high) {
			int middle = (low + high) >>> 1;
			if (this.bounds[middle] <= position) {
				low = middle + 1;
			}
			else {
				high = middle;
			}
		}
		// With an odd number of bounds before it, it is in a range.
		return ((low & 1) == 1) ? this.bounds[low] : position;
	}

	/**
	 * Fills the buffer with bytes that are there.
	 * @return how many were read, which may be fewer than there is room for
	 */
	int read(long position, ByteBuffer target) throws IOException {
		return this.channel.read(target, position - this.origin);
	}

	/** Returns where bytes are, {@code null} unless all of them are there. */
	@Nullable LocalRange locate(long position, long end) {
		return (this.file != null && end(position) >= end)
				? new LocalRange(this.file, position - this.origin, (int) (end - position)) : null;
	}

}
