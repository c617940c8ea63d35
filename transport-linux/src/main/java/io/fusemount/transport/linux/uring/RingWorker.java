package io.fusemount.transport.linux.uring;

import java.util.concurrent.locks.LockSupport;

import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.worker.ServingThread;
import org.jspecify.annotations.Nullable;

/**
 * Serves requests on its thread, one after the other: it answers one and waits for the
 * next with a single system call, in a ring of its own with at most one entry. Without an
 * entry it waits until the {@link Intake} hands one over.
 */
final class RingWorker extends ServingThread implements Runnable {

	/** The id of the signal to stop; entries have greater ones. */
	private static final long STOP = 0;

	private static final int COMMANDS = 4;

	private final RingWorkers pool;

	/** The next entry without a turn, or the next turn. */
	private volatile @Nullable RingEntry given;

	private volatile @Nullable Turn givenTurn;

	private volatile @Nullable Thread thread;

	/** The entry whose request it serves. */
	private volatile @Nullable RingEntry entry;

	private @Nullable Turn turn;

	/** Whether the entry has a request, and whether it is the kernel's no longer. */
	private boolean received;

	private boolean refused;

	RingWorker(RingWorkers pool) {
		super(pool.load());
		this.pool = pool;
	}

	/**
	 * Gives the worker, which has none, an entry with a request.
	 * @param place the place of the request in the queue, {@code null} if it is in none
	 */
	void give(RingEntry next, @Nullable Turn place) {
		this.givenTurn = place;
		this.given = next;
		LockSupport.unpark(this.thread);
	}

	/**
	 * Lets the worker look whether it has to end.
	 */
	void wake() {
		LockSupport.unpark(this.thread);
	}

	@Override
	public void run() {
		this.thread = Thread.currentThread();
		try (RingThread serving = this.pool.server().open()) {
			bind(this.pool.watch(), () -> run(serving));
		}
		finally {
			this.pool.ended();
		}
	}

	private void run(RingThread serving) {
		Ring ring = null;
		try {
			ring = Ring.create(COMMANDS, COMMANDS);
			ring.poll(this.pool.stopping(), STOP);
		}
		catch (RingException ex) {
			// All its entries go back to the intake.
		}
		try {
			if (take()) {
				serveAll(serving, ring);
			}
		}
		finally {
			if (ring != null) {
				ring.close();
			}
		}
	}

	private void serveAll(RingThread serving, @Nullable Ring ring) {
		boolean more = true;
		while (more) {
			RingEntry served = this.entry;
			if (served == null) {
				return;
			}
			boolean answered = serve(serving, served);
			Turn next = this.pool.leave(this.turn);
			if (next != null) {
				if (answered) {
					this.pool.intake().commit(served);
				}
				begin(next.entry(), next);
			}
			else if (answered && ring != null) {
				more = fetch(ring, served);
			}
			else {
				if (answered) {
					this.pool.intake().commit(served);
				}
				more = park();
			}
		}
	}

	private void begin(RingEntry next, @Nullable Turn place) {
		this.turn = place;
		this.entry = next;
	}

	/**
	 * Serves the request and writes the answer to the entry.
	 * @return whether the answer has to be sent; if not, somebody else has answered, and
	 * the entry is no longer this worker's
	 */
	private boolean serve(RingThread serving, RingEntry served) {
		served.read(serving.buffer().address());
		RingWork work = new RingWork(serving);
		boolean own = serve(served.number(), work);
		if (own) {
			this.pool.prepare(serving, served, work.error());
		}
		else {
			serving.answer().drop(work.error());
		}
		return own;
	}

	/**
	 * Answers, and waits for the next request in the same entry.
	 * @return whether there is another request to serve, of this entry or another one
	 */
	private boolean fetch(Ring ring, RingEntry served) {
		ring.commit(this.pool.server().device(), served);
		this.received = false;
		this.refused = false;
		boolean stopped = this.pool.isStopping();
		do {
			int error = ring.enter(stopped ? 0 : 1);
			if (Ring.isFatal(error)) {
				this.pool.disconnect();
				return false;
			}
			ring.complete((id, result) -> completed(served, id, result));
			stopped = this.pool.isStopping() && ring.isTaken();
		}
		while (!this.received && !this.refused && !stopped);
		if (stopped) {
			refuseRequests(ring, served);
			return false;
		}
		if (this.refused) {
			return park();
		}
		Turn place = this.pool.begin() ? null : new Turn(served);
		if (place != null && !this.pool.enter(place)) {
			return park();
		}
		begin(served, place);
		return true;
	}

	private void refuseRequests(Ring ring, RingEntry served) {
		while (this.received) {
			this.received = false;
			served.refuse();
			ring.commit(this.pool.server().device(), served);
			ring.enter(0);
			ring.complete((id, result) -> completed(served, id, result));
		}
	}

	private void completed(RingEntry served, long id, int result) {
		if (id != served.id()) {
			return;
		}
		this.received = result >= 0;
		this.refused = result < 0;
		if (RingWorkers.isEnd(result)) {
			this.pool.disconnect();
		}
	}

	/**
	 * Waits for an entry of the intake.
	 */
	private boolean park() {
		this.entry = null;
		this.pool.parked(this);
		return take();
	}

	private boolean take() {
		RingEntry next = this.given;
		while (next == null && !this.pool.isStopping()) {
			LockSupport.park(this);
			next = this.given;
		}
		if (next == null) {
			return false;
		}
		this.given = null;
		begin(next, this.givenTurn);
		return true;
	}

	@Override
	protected void answerInstead(long number, Errno errno) {
		RingEntry answered = this.entry;
		if (answered != null) {
			answered.answer(0, -errno.code());
			this.pool.intake().commit(answered);
		}
	}

}
