package io.fusemount.core.cache;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

import io.fusemount.core.node.Content;

/**
 * Memory for pieces on their way from the database to the disk, outside the heap and used
 * again and again. There are as many buffers as there were fetches at once: those left to
 * the garbage collector would pile up, because it looks at the heap.
 */
final class FetchBuffers {

	private final Deque<ByteBuffer> free = new ConcurrentLinkedDeque<>();

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
			// On top: its pages are in memory, and in the processor's cache.
			FetchBuffers.this.free.push(this.buffer);
		}

	}

}
