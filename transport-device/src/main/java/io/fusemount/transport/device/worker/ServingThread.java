package io.fusemount.transport.device.worker;

import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.operation.OperationWatch;
import io.fusemount.core.operation.ServedOperation;
import io.fusemount.transport.device.process.KilledCaller;
import org.jspecify.annotations.Nullable;

/**
 * A thread that serves requests, one after the other: it tells the core whether its
 * operation is still wanted, counts while it may be blocked, and may be given up.
 */
public abstract class ServingThread
		implements BlockingSection.Compensation, Cancellation.Source, ServedOperation.Escape {

	private static final long NONE = 0;

	/** In place of a request that was given up, and of one that was answered, too. */
	private static final long ABANDONED = -1;

	private static final long ANSWERED = -2;

	private final Load load;

	private final KilledCaller caller = new KilledCaller();

	/** The number of the request that it serves. */
	private final AtomicLong request = new AtomicLong();

	/** The number of nested blocking sections that are open. */
	private int blocked;

	/** The number of these that may take long. */
	private int longBlocked;

	protected ServingThread(Load load) {
		this.load = load;
	}

	/**
	 * Binds the current thread to the core's extension points while it runs an action.
	 */
	protected final void bind(OperationWatch watch, Runnable action) {
		BlockingSection.compensateWith(this);
		Cancellation.askFrom(this);
		try (ServedOperation.Section watched = watch.serve(this)) {
			action.run();
		}
		finally {
			Cancellation.askFrom(null);
			BlockingSection.compensateWith(null);
		}
	}

	/**
	 * Serves a request.
	 * @param number the number of the request
	 * @return whether nobody else has answered it in the meantime
	 */
	protected final boolean serve(long number, Runnable work) {
		this.load.addActive(1);
		this.request.lazySet(number);
		boolean own = true;
		try {
			guard(work);
		}
		finally {
			own = this.request.compareAndSet(number, NONE);
			if (!own) {
				comeBack();
			}
			this.load.addActive(-1);
		}
		return own;
	}

	/**
	 * Does work whose failure must not end the thread: the mount would hang without its
	 * threads. The core reports that there is no memory left.
	 */
	public static void guard(Runnable work) {
		try {
			work.run();
		}
		catch (OutOfMemoryError ignored) {
		}
		catch (RuntimeException | Error ex) {
			Thread thread = Thread.currentThread();
			thread.getUncaughtExceptionHandler().uncaughtException(thread, ex);
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
		this.load.addLost(-1);
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public final long request() {
		return this.request.get();
	}

	/** A thread that may be blocked has no turn that would be lost with it. */
	@Override
	public final boolean abandon(long number) {
		if (number <= NONE || !this.request.compareAndSet(number, ABANDONED)) {
			return false;
		}
		this.load.addLost(1);
		return true;
	}

	@Override
	public final void answer(long number, Errno errno) {
		try {
			answerInstead(number, errno);
		}
		finally {
			synchronized (this.request) {
				this.request.set(ANSWERED);
				this.request.notifyAll();
			}
		}
	}

	/**
	 * Answers a request that was given up, on another thread.
	 */
	protected abstract void answerInstead(long number, Errno errno);

	@Override
	public final @Nullable ErrnoException reason() {
		ErrnoException reason = this.load.cancellation();
		if (reason != null) {
			return reason;
		}
		return (this.request.get() < NONE) ? Cancellation.byWatch() : this.caller.reason();
	}

	@Override
	public final void beforeLongBlocking() {
		if (this.longBlocked++ == 0) {
			this.load.addStoring(1);
		}
		beforeBlocking();
	}

	@Override
	public final void afterLongBlocking() {
		afterBlocking();
		if (--this.longBlocked == 0) {
			this.load.addStoring(-1);
		}
	}

	@Override
	public final void beforeBlocking() {
		if (this.blocked++ == 0) {
			this.load.addWaiting(1);
			blocking();
		}
	}

	@Override
	public final void afterBlocking() {
		if (--this.blocked == 0) {
			unblocked();
			this.load.addWaiting(-1);
		}
	}

	/**
	 * The thread may block from now on.
	 * <p>
	 * The default implementation does nothing.
	 */
	protected void blocking() {
	}

	/**
	 * The thread continues.
	 * <p>
	 * The default implementation does nothing.
	 */
	protected void unblocked() {
	}

}
