package io.fusemount.core.segment;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.node.ByteRange;

/**
 * A range that one thread fetches, the first to begin with it, and others wait for.
 */
public final class Fetch {

	private final ByteRange range;

	private final AtomicBoolean started = new AtomicBoolean();

	private final CountDownLatch ended = new CountDownLatch(1);

	Fetch(long start, long end) {
		this.range = new ByteRange(start, end);
	}

	public long start() {
		return this.range.start();
	}

	public long end() {
		return this.range.end();
	}

	public int length() {
		return (int) this.range.length();
	}

	boolean covers(long position) {
		return this.range.start() <= position && position < this.range.end();
	}

	/**
	 * Begins, unless another thread has.
	 */
	public boolean tryStart() {
		return this.started.compareAndSet(false, true);
	}

	/** Lets those who wait look again, whether there is something now or not. */
	void finish() {
		this.ended.countDown();
	}

	public void await() {
		BlockingSection.await("content was fetched", this.ended::await);
	}

}
