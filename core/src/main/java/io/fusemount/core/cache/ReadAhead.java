package io.fusemount.core.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Recognises sequential readers of one file by the positions that they read from, and
 * says how far ahead of each the content should be there. The longer one goes on, the
 * further. Several programs may read at once, and what one asks for may come in a
 * slightly other order, because the kernel asks ahead as well.
 */
final class ReadAhead {

	private static final int MAX_STREAMS = 8;

	private static final long FIRST_WINDOW = 256 << 10;

	private static final long MAX_WINDOW = 4 << 20;

	/** How far from where a reader was its next read may be. */
	private static final long TOLERANCE = 512 << 10;

	@GuardedBy("this")
	private final Stream[] streams = new Stream[MAX_STREAMS];

	@GuardedBy("this")
	private int count;

	/**
	 * Takes note of a read.
	 * @return how far content should be there soon; the end of the read if nothing is
	 * known of what comes next
	 */
	synchronized long note(long start, long end) {
		for (int i = 0; i < this.count; i++) {
			Stream stream = this.streams[i];
			if (Math.abs(start - stream.next) <= TOLERANCE) {
				stream.advance(end);
				moveToFront(i, stream);
				return Math.max(end, stream.next + stream.window);
			}
		}
		this.count = Math.min(this.count + 1, MAX_STREAMS);
		moveToFront(this.count - 1, new Stream(end));
		return end;
	}

	/** The one that was used longest ago is the last, and the first to be replaced. */
	@GuardedBy("this")
	private void moveToFront(int index, Stream stream) {
		System.arraycopy(this.streams, 0, this.streams, 1, index);
		this.streams[0] = stream;
	}

	private static final class Stream {

		private long next;

		private long window;

		Stream(long next) {
			this.next = next;
		}

		void advance(long end) {
			if (end > this.next) {
				this.next = end;
				this.window = Math.min(MAX_WINDOW, Math.max(FIRST_WINDOW, 2 * this.window));
			}
		}

	}

}
