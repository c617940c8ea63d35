package io.fusemount.core.cache;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

import io.fusemount.core.node.Content;

/**
 * Memory for pieces on their way from the database to the disk, outside of the heap and
 * reused. There are as many buffers as there were concurrent fetches. Buffers left to the
 * garbage collector would pile up, because it watches only the heap.
 */
final class FetchBuffers {

	private final Deque<ByteBuffer> free = new ConcurrentLinkedDeque<>();

	Loan take() {
		ByteBuffer buffer = this.free.poll();
		return new Loan((buffer != null) ? buffer.clear() : ByteBuffer.allocateDirect(Content.PIECE_BYTES));
	}

	/** A buffer that is in use until it is returned. */
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
			// The last buffer is reused first: its pages are in memory and in the
			// processor's cache.
			FetchBuffers.this.free.push(this.buffer);
		}

	}

}
