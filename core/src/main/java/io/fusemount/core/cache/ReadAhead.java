package io.fusemount.core.cache;

/**
 * Detects sequential readers of one file by the positions that they read from, and
 * determines how far ahead of each reader the content should be local: the longer a
 * reader continues, the further. Several programs may read at once, and the reads of one
 * program may arrive slightly out of order, because the kernel reads ahead as well. Not
 * thread-safe.
 */
final class ReadAhead {

	private static final int MAX_STREAMS = 8;

	private static final long FIRST_WINDOW = 256 << 10;

	private static final long MAX_WINDOW = 4 << 20;

	/**
	 * The maximum distance between the end of a read and the start of the reader's next
	 * one.
	 */
	private static final long TOLERANCE = 512 << 10;

	private final Stream[] streams = new Stream[MAX_STREAMS];

	private int count;

	/**
	 * Records a read.
	 * @return the position up to which content should soon be local; the end of the read
	 * if no next read is expected
	 */
	long note(long start, long end) {
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

	/** The least recently used stream is last, and the first to be replaced. */
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
