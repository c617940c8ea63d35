package io.fusemount.transport.device.worker;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right to wait for requests, which a few workers have at a time. Whether somebody is
 * after a turn that comes back is counted before anybody waits, not seen from who does: a
 * turn that is taken for claimed and is not would be lost, and with the last one
 * everybody who uses the mount.
 */
final class Turns {

	private final Semaphore free;

	/** Turns that are free, less the workers that are after one. */
	private final AtomicInteger unclaimed;

	Turns(int count) {
		this.free = new Semaphore(count);
		this.unclaimed = new AtomicInteger(count);
	}

	/**
	 * Says that one more worker is after a turn, until it has one or gives up.
	 */
	void claim() {
		this.unclaimed.decrementAndGet();
	}

	/**
	 * Says that a worker that was after a turn has given up.
	 */
	void giveUp() {
		this.unclaimed.incrementAndGet();
	}

	/**
	 * Takes a turn that was claimed.
	 * @return whether one came in time; if not, it is still claimed
	 */
	boolean take(Duration patience) throws InterruptedException {
		return this.free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Gives a turn back.
	 */
	void giveBack() {
		this.unclaimed.incrementAndGet();
		this.free.release();
	}

	/**
	 * Whether there is a turn that nobody is after. Who has given one back or up asks
	 * after that.
	 */
	boolean isOneLeft() {
		return this.unclaimed.get() > 0;
	}

	/**
	 * Lets everybody pass who waits for a turn, because none is needed any more.
	 * @param workers how many there can be
	 */
	void end(int workers) {
		this.free.release(workers);
	}

}
