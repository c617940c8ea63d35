package io.fusemount.transport.device.worker;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of workers that have not ended. It never exceeds its limit, not even while a
 * worker is being refused, because another worker that is needed would end for it.
 */
final class LiveWorkers {

	private final AtomicInteger count;

	LiveWorkers(int count) {
		this.count = new AtomicInteger(count);
	}

	/**
	 * Adds a worker without a limit.
	 */
	void add() {
		this.count.getAndIncrement();
	}

	/**
	 * Adds a worker unless there are enough.
	 * @return whether the worker was added
	 */
	boolean addBelow(int limit) {
		return this.count.getAndUpdate((known) -> (known < limit) ? known + 1 : known) < limit;
	}

	/**
	 * Removes a worker if there are too many.
	 * @return whether a worker was removed
	 */
	boolean removeAbove(int limit) {
		return this.count.getAndUpdate((known) -> (known > limit) ? known - 1 : known) > limit;
	}

	/**
	 * Removes a worker.
	 * @return whether the worker was the last one
	 */
	boolean remove() {
		return this.count.decrementAndGet() == 0;
	}

}
