package io.fusemount.transport.jnr;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.transport.jnr.callback.FuseCallbacks;
import io.fusemount.transport.jnr.callback.Request;
import io.fusemount.transport.jnr.libfuse.FuseSession;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests and serves them on its thread, one after the other.
 */
final class Worker implements Runnable, BlockingSection.Compensation, Cancellation.Source {

	private static final int EINTR = 4;

	private static final int EAGAIN = 11;

	private final WorkerPool pool;

	private final FuseSession session;

	private final FuseCallbacks callbacks;

	private final KilledCaller caller = new KilledCaller();

	private boolean hasTurn;

	/** Whether it counts as one that is after a turn. */
	private boolean claiming = true;

	private boolean retired;

	/** How many blocking sections are open, one in another. */
	private int blocked;

	/** How many of them may take long. */
	private int longBlocked;

	Worker(WorkerPool pool, FuseSession session, FuseCallbacks callbacks) {
		this.pool = pool;
		this.session = session;
		this.callbacks = callbacks;
	}

	@Override
	public void run() {
		try {
			Request request = new Request(this.session.bufferSize());
			BlockingSection.compensateWith(this);
			Cancellation.askFrom(this);
			try {
				readRequests(request);
			}
			finally {
				Cancellation.askFrom(null);
				BlockingSection.compensateWith(null);
				request.unbind();
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

	private void readRequests(Request request) {
		while (takeTurn()) {
			int length = this.session.receive(request.address());
			if (length > 0) {
				serve(request, length);
			}
			else if (length == 0) {
				this.pool.disconnect();
			}
			else if (length != -EINTR && length != -EAGAIN) {
				// No other failure of the device passes.
				this.pool.stop();
			}
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

	private void serve(Request request, int length) {
		request.arrived();
		this.pool.serving(1);
		try {
			this.callbacks.serve(request, length, this.session);
		}
		finally {
			request.answered();
			this.pool.serving(-1);
		}
	}

	@Override
	public @Nullable ErrnoException reason() {
		ErrnoException reason = this.pool.cancellation();
		return (reason != null) ? reason : this.caller.reason();
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
			this.pool.passTurn();
		}
	}

	@Override
	public void afterBlocking() {
		if (--this.blocked == 0) {
			this.pool.waiting(-1);
		}
	}

}
