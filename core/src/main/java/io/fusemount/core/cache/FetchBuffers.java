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

	ByteBuffer take() {
		ByteBuffer buffer = this.free.poll();
		return (buffer != null) ? buffer.clear() : ByteBuffer.allocateDirect(Content.PIECE_BYTES);
	}

	void give(ByteBuffer buffer) {
		// What does not fit is left to the garbage collector.
		this.free.offer(buffer);
	}

}
