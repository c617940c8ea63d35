package io.fusemount.transport.device.worker;

import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.operation.ServedOperation;
import io.fusemount.transport.device.process.KilledCaller;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests and serves them on its thread, one after the other.
 */
final class Worker implements Runnable, BlockingSection.Compensation, Cancellation.Source, ServedOperation.Escape {

	private static final int EINTR = 4;

	private static final int EAGAIN = 11;

	private static final long NONE = 0;

	/** In place of a request that was given up, and of one that was answered, too. */
	private static final long ABANDONED = -1;

	private static final long ANSWERED = -2;

	private final WorkerPool pool;

	private final RequestServer server;

	private final KilledCaller caller = new KilledCaller();

	/** The number of the request that it serves. */
	private final AtomicLong request = new AtomicLong();

	private volatile @Nullable RequestThread thread;

	private boolean hasTurn;

	/** Whether the worker counts as one that claims a turn. */
	private boolean claiming = true;

	private boolean retired;

	/** The number of nested blocking sections that are open. */
	private int blocked;

	/** The number of these that may take long. */
	private int longBlocked;

	Worker(WorkerPool pool, RequestServer server) {
		this.pool = pool;
		this.server = server;
	}

	@Override
	public void run() {
		try (RequestThread thread = this.server.open()) {
			BlockingSection.compensateWith(this);
			Cancellation.askFrom(this);
			this.thread = thread;
			try (ServedOperation.Section watched = this.pool.watch(this)) {
				readRequests(thread);
			}
			finally {
				Cancellation.askFrom(null);
				BlockingSection.compensateWith(null);
			}
		}
		finally {
			if (this.hasTurn || this.claiming) {
				this.pool.returnTurn(this.hasTurn);
			}
			if (!this.retired) {
				this.pool.ended();
			}
		}
	}

	private void readRequests(RequestThread thread) {
		while (takeTurn()) {
			int length = receive(thread);
			if (length > 0) {
				admit(thread, length);
			}
			else if (length == 0) {
				this.pool.disconnect();
			}
			else if (length != -EINTR && length != -EAGAIN) {
				// The device reports no other failure.
				this.pool.stop();
			}
		}
	}

	private int receive(RequestThread thread) {
		this.pool.beginWaiting();
		try {
			return thread.receive();
		}
		finally {
			this.pool.endWaiting();
		}
	}

	private boolean takeTurn() {
		if (this.hasTurn) {
			return !this.pool.isStopping();
		}
		if (!this.claiming) {
			this.claiming = true;
			this.pool.claimTurn();
		}
		do {
			if (this.pool.retire()) {
				this.retired = true;
				this.claiming = false;
				this.pool.giveUpTurn();
				return false;
			}
		}
		while (!this.pool.takeTurn());
		this.claiming = false;
		this.hasTurn = true;
		return !this.pool.isStopping();
	}

	/**
	 * While many workers wait, those of a user are bounded, and the rest is set aside.
	 */
	private void admit(RequestThread thread, int length) {
		WaitingRequest request = this.pool.isCrowded() ? thread.setAside(length) : null;
		if (request == null) {
			serve(thread, length);
		}
		else if (this.pool.enter(request)) {
			serve(thread, length);
			WaitingRequest next = this.pool.leave(request);
			while (next != null) {
				serveLate(thread, next);
				next = this.pool.leave(next);
			}
		}
	}

	/** Another worker reads requests meanwhile, or those of other users would wait. */
	private void serveLate(RequestThread thread, WaitingRequest request) {
		if (this.hasTurn) {
			this.hasTurn = false;
			this.pool.leaveTurn(this);
		}
		serve(thread, thread.takeUp(request));
		if (!this.hasTurn) {
			this.hasTurn = this.pool.takeLeftTurn(this);
		}
	}

	private void serve(RequestThread thread, int length) {
		this.pool.serving(1);
		long number = thread.number();
		this.request.lazySet(number);
		try {
			thread.serve(length);
		}
		catch (OutOfMemoryError ex) {
			// The request has had its answer. Without its workers the mount would hang.
		}
		finally {
			if (!this.request.compareAndSet(number, NONE)) {
				comeBack();
			}
			this.pool.serving(-1);
		}
	}

	/** The device stays open until the request has been answered. */
	private void comeBack() {
		boolean interrupted = false;
		synchronized (this.request) {
			while (this.request.get() == ABANDONED) {
				try {
					this.request.wait();
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
			this.request.set(NONE);
		}
		this.pool.lost(-1);
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public long request() {
		return this.request.get();
	}

	/** A thread that may be blocked has no turn that would be lost with it. */
	@Override
	public boolean abandon(long number) {
		if (number <= NONE || !this.request.compareAndSet(number, ABANDONED)) {
			return false;
		}
		this.pool.lost(1);
		return true;
	}

	@Override
	public void answer(long number, Errno errno) {
		try {
			RequestThread serving = this.thread;
			if (serving != null) {
				serving.answer(number, errno);
			}
		}
		finally {
			synchronized (this.request) {
				this.request.set(ANSWERED);
				this.request.notifyAll();
			}
		}
	}

	@Override
	public @Nullable ErrnoException reason() {
		ErrnoException reason = this.pool.cancellation();
		if (reason != null) {
			return reason;
		}
		return (this.request.get() < NONE) ? Cancellation.byWatch() : this.caller.reason();
	}

	@Override
	public void beforeLongBlocking() {
		if (this.longBlocked++ == 0) {
			this.pool.storing(1);
		}
		beforeBlocking();
	}

	@Override
	public void afterLongBlocking() {
		afterBlocking();
		if (--this.longBlocked == 0) {
			this.pool.storing(-1);
		}
	}

	@Override
	public void beforeBlocking() {
		if (this.blocked++ > 0) {
			return;
		}
		this.pool.waiting(1);
		if (this.hasTurn) {
			this.hasTurn = false;
			this.pool.leaveTurn(this);
		}
	}

	@Override
	public void afterBlocking() {
		if (--this.blocked == 0) {
			this.hasTurn = this.pool.takeLeftTurn(this);
			this.pool.waiting(-1);
		}
	}

}
