package io.fusemount.transport.device.worker;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The right to wait for requests, which a few workers have at a time. Whether somebody is
 * after a turn that comes back is counted before anybody waits, not seen from who does: a
 * turn that is taken for claimed and is not would be lost, and with the last one
 * everybody who uses the mount.
 * <p>
 * Who blocks while somebody else waits for requests keeps the turn, because waking
 * another worker costs more than many a request, until nobody waits any more: then any
 * turn that is kept is free again.
 */
final class Turns {

	private final Semaphore free;

	/** Turns that are free, less the workers that are after one. */
	private final AtomicInteger unclaimed;

	/** Workers that wait for requests. */
	private final AtomicInteger waiting = new AtomicInteger();

	/** Workers that are blocked and have a turn. */
	private final Queue<Object> kept = new ConcurrentLinkedQueue<>();

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
	 * Says that a worker that has a turn waits for requests from now on.
	 */
	void beginWaiting() {
		this.waiting.incrementAndGet();
	}

	/**
	 * Says that a worker waits no more. If it was the last one, a turn that was kept is
	 * given back in place of its holder.
	 * @return whether one was
	 */
	boolean endWaiting() {
		if (this.waiting.decrementAndGet() > 0 || this.kept.poll() == null) {
			return false;
		}
		giveBack();
		return true;
	}

	/**
	 * Keeps the turn of a worker that is about to block, until it {@linkplain #takeKept
	 * takes} it again or somebody else needs it.
	 * @return whether it is kept; not if nobody waits for requests
	 */
	boolean keep(Object holder) {
		if (this.waiting.get() == 0) {
			return false;
		}
		try {
			this.kept.add(holder);
		}
		catch (OutOfMemoryError ex) {
			// It is as if nobody waited: a turn must not be lost.
			return false;
		}
		// The last one may have ceased to wait before it could see this turn.
		return this.waiting.get() > 0 || !this.kept.remove(holder);
	}

	/**
	 * Takes the turn that was kept for a worker.
	 * @return whether there is one, still
	 */
	boolean takeKept(Object holder) {
		return this.kept.remove(holder);
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
