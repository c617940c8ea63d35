package io.fusemount.transport.device.worker;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many workers there are that have not ended. The number is never above what it
 * should be, not even for the moment of a refusal: somebody would end for it who is
 * needed.
 */
final class LiveWorkers {

	private final AtomicInteger count;

	LiveWorkers(int count) {
		this.count = new AtomicInteger(count);
	}

	/**
	 * Counts one more, however many there are.
	 */
	void add() {
		this.count.getAndIncrement();
	}

	/**
	 * Counts one more unless there are enough.
	 * @return whether there is one more
	 */
	boolean addBelow(int limit) {
		return this.count.getAndUpdate((known) -> (known < limit) ? known + 1 : known) < limit;
	}

	/**
	 * Counts one out if there are too many.
	 * @return whether there is one less
	 */
	boolean removeAbove(int limit) {
		return this.count.getAndUpdate((known) -> (known > limit) ? known - 1 : known) > limit;
	}

	/**
	 * Counts one out.
	 * @return whether it was the last one
	 */
	boolean remove() {
		return this.count.decrementAndGet() == 0;
	}

}
