package io.fusemount.transport.linux.crash;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/**
 * Buffers for requests in memory that outlives the process, one for each thread.
 */
public final class RequestSlots {

	private final Queue<ByteBuffer> free;

	RequestSlots(List<ByteBuffer> buffers) {
		this.free = new ConcurrentLinkedQueue<>(buffers);
	}

	/**
	 * Takes a buffer, {@code null} if there is none left.
	 */
	public @Nullable ByteBuffer take() {
		return this.free.poll();
	}

	/**
	 * Gives a buffer back, whose last request has been answered.
	 */
	public void giveBack(ByteBuffer buffer) {
		this.free.add(buffer);
	}

}
