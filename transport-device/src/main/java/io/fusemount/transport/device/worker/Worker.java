package io.fusemount.transport.device.worker;

import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests and serves them on its thread, one after the other.
 */
final class Worker extends ServingThread implements Runnable {

	private static final int EINTR = 4;

	private static final int EAGAIN = 11;

	private final WorkerPool pool;

	private final RequestServer server;

	private volatile @Nullable RequestThread thread;

	private boolean hasTurn;

	/** Whether the worker counts as one that claims a turn. */
	private boolean claiming = true;

	private boolean retired;

	Worker(WorkerPool pool, RequestServer server) {
		super(pool.load());
		this.pool = pool;
		this.server = server;
	}

	@Override
	public void run() {
		try (RequestThread thread = this.server.open()) {
			this.thread = thread;
			bind(this.pool.watch(), () -> readRequests(thread));
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
		WaitingRequest request = this.pool.isCrowded() ? WaitingRequest.copy(thread.request(), length) : null;
		if (request == null) {
			serve(thread, length);
			return;
		}
		// First, because another thread may serve it at once.
		thread.setAside(length);
		if (this.pool.enter(request)) {
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
		serve(thread, request.write(thread.request()));
		if (!this.hasTurn) {
			this.hasTurn = this.pool.takeLeftTurn(this);
		}
	}

	private void serve(RequestThread thread, int length) {
		serve(thread.request().getLong(FuseProtocol.IN_UNIQUE), () -> thread.serve(length));
	}

	@Override
	protected void answerInstead(long number, Errno errno) {
		RequestThread serving = this.thread;
		if (serving != null) {
			serving.answer(number, errno);
		}
	}

	@Override
	protected void blocking() {
		if (this.hasTurn) {
			this.hasTurn = false;
			this.pool.leaveTurn(this);
		}
	}

	@Override
	protected void unblocked() {
		this.hasTurn = this.pool.takeLeftTurn(this);
	}

}
