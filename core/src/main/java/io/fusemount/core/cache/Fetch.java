package io.fusemount.core.cache;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.node.ByteRange;

/**
 * The fetch of a range by the thread that starts it first, for which others wait.
 */
final class Fetch {

	private final ByteRange range;

	private final AtomicBoolean started = new AtomicBoolean();

	private final CountDownLatch ended = new CountDownLatch(1);

	Fetch(long start, long end) {
		this.range = new ByteRange(start, end);
	}

	long start() {
		return this.range.start();
	}

	long end() {
		return this.range.end();
	}

	int length() {
		return (int) this.range.length();
	}

	boolean covers(long position) {
		return this.range.start() <= position && position < this.range.end();
	}

	/**
	 * Starts the fetch unless another thread has.
	 */
	boolean tryStart() {
		return this.started.compareAndSet(false, true);
	}

	/** Wakes the waiting threads, whether the fetch succeeded or not. */
	void finish() {
		this.ended.countDown();
	}

	void await() {
		BlockingSection.await("content was fetched", this.ended::await);
	}

}
