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

	/** No page is smaller. */
	private static final int PAGE = 4096;

	private final Queue<ByteBuffer> free;

	RequestSlots(List<ByteBuffer> buffers) {
		this.free = new ConcurrentLinkedQueue<>(buffers);
	}

	/**
	 * Takes a buffer, {@code null} if there is none left.
	 */
	public @Nullable ByteBuffer take() {
		ByteBuffer buffer = this.free.poll();
		if (buffer != null) {
			populate(buffer);
		}
		return buffer;
	}

	/**
	 * Gives each page memory. For a process that is being killed the kernel finds none,
	 * and ends the request that it was about to copy there with EIO.
	 */
	private static void populate(ByteBuffer buffer) {
		for (int at = 0; at < buffer.capacity(); at += PAGE) {
			buffer.put(at, buffer.get(at));
		}
	}

	/**
	 * Gives a buffer back, whose last request has been answered.
	 */
	public void giveBack(ByteBuffer buffer) {
		this.free.add(buffer);
	}

}
