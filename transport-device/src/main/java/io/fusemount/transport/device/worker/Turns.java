package io.fusemount.transport.device.worker;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right to wait for requests, which a few workers have at a time. Claims to a
 * returned turn are counted before a worker waits for it, not derived from the waiting
 * workers: a turn that is wrongly considered claimed would be lost, and the loss of the
 * last one would stall every program that uses the mount.
 * <p>
 * A blocking worker keeps its turn while another worker waits for requests, because
 * waking a thread costs more than serving most requests. As soon as no worker waits, any
 * kept turn becomes free again.
 */
final class Turns {

	private final Semaphore free;

	/** The number of free turns minus the number of workers that claim one. */
	private final AtomicInteger unclaimed;

	/** The number of workers that wait for requests. */
	private final AtomicInteger waiting = new AtomicInteger();

	/** The blocked workers that hold a turn. */
	private final Queue<Object> kept = new ConcurrentLinkedQueue<>();

	Turns(int count) {
		this.free = new Semaphore(count);
		this.unclaimed = new AtomicInteger(count);
	}

	/**
	 * Records that one more worker claims a turn, until it has one or gives up.
	 */
	void claim() {
		this.unclaimed.decrementAndGet();
	}

	/**
	 * Records that a worker has given up its claim.
	 */
	void giveUp() {
		this.unclaimed.incrementAndGet();
	}

	/**
	 * Takes a claimed turn.
	 * @return whether a turn was free in time; if not, it stays claimed
	 */
	boolean take(Duration patience) throws InterruptedException {
		return this.free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Returns a turn.
	 */
	void giveBack() {
		this.unclaimed.incrementAndGet();
		this.free.release();
	}

	/**
	 * Records that a worker with a turn waits for requests from now on.
	 */
	void beginWaiting() {
		this.waiting.incrementAndGet();
	}

	/**
	 * Records that a worker no longer waits. If it was the last one, a kept turn is
	 * returned on behalf of its holder.
	 * @return whether a kept turn was returned
	 */
	boolean endWaiting() {
		if (this.waiting.decrementAndGet() > 0 || this.kept.poll() == null) {
			return false;
		}
		giveBack();
		return true;
	}

	/**
	 * Keeps the turn of a worker that is about to block, until the worker
	 * {@linkplain #takeKept takes} it back or another worker needs it.
	 * @return whether the turn is kept; {@code false} if no worker waits for requests
	 */
	boolean keep(Object holder) {
		if (this.waiting.get() == 0) {
			return false;
		}
		try {
			this.kept.add(holder);
		}
		catch (OutOfMemoryError ex) {
			// Treated as if no worker waited, because a turn must not be lost.
			return false;
		}
		// The last waiting worker may have ceased to wait before it could see this turn.
		return this.waiting.get() > 0 || !this.kept.remove(holder);
	}

	/**
	 * Takes back the turn that was kept for a worker.
	 * @return whether the turn was still kept
	 */
	boolean takeKept(Object holder) {
		return this.kept.remove(holder);
	}

	/**
	 * Whether there is a turn that no worker claims. Called after a turn was returned or
	 * given up.
	 */
	boolean isOneLeft() {
		return this.unclaimed.get() > 0;
	}

	/**
	 * Releases all workers that wait for a turn, because turns are no longer needed.
	 * @param workers the maximum number of workers
	 */
	void end(int workers) {
		this.free.release(workers);
	}

}
