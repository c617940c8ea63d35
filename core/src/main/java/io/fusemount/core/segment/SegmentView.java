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
 * A snapshot of the bytes present in a segment, with the open file, so that readers need
 * no lock. Positions are positions in the content.
 */
final class SegmentView {

	private final FileChannel channel;

	private final @Nullable LocalFile file;

	private final long origin;

	/** The first offset of a range, the offset after it, and so on. */
	private final long[] bounds;

	/**
	 * Creates a view of ranges.
	 * @param channel the open file
	 * @param file the file for others to open, {@code null} if they must not
	 * @param origin the position of the first byte of the file, negative if bytes of
	 * others precede
	 * @param ranges the ranges in ascending order, without touching each other
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
	 * Returns the end of the bytes present from a position on: the position itself if
	 * there are none.
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
		// With an odd number of bounds before it, the position is in a range.
		return ((low & 1) == 1) ? this.bounds[low] : position;
	}

	/**
	 * Fills the buffer with bytes that are present.
	 * @return the number of bytes read, which may be fewer than there is room for
	 */
	int read(long position, ByteBuffer target) throws IOException {
		return this.channel.read(target, position - this.origin);
	}

	/** Returns the place of bytes, {@code null} unless all of them are present. */
	@Nullable LocalRange locate(long position, long end) {
		return (this.file != null && end(position) >= end)
				? new LocalRange(this.file, position - this.origin, (int) (end - position)) : null;
	}

}
