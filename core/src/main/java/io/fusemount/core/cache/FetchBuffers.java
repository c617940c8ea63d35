package io.fusemount.core.cache;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

import io.fusemount.core.node.Content;

/**
 * Memory for pieces on their way from the database to the disk, outside the heap and used
 * again and again.
 */
final class FetchBuffers {

	private static final int KEPT = 8;

	private final BlockingQueue<ByteBuffer> free = new ArrayBlockingQueue<>(KEPT);

	Loan take() {
		ByteBuffer buffer = this.free.poll();
		return new Loan((buffer != null) ? buffer.clear() : ByteBuffer.allocateDirect(Content.PIECE_BYTES));
	}

	/** A buffer, until it is given back. */
	final class Loan implements AutoCloseable {

		private final ByteBuffer buffer;

		private Loan(ByteBuffer buffer) {
			this.buffer = buffer;
		}

		ByteBuffer buffer() {
			return this.buffer;
		}

		@Override
		public void close() {
			// What does not fit is left to the garbage collector.
			FetchBuffers.this.free.offer(this.buffer);
		}

	}

}
