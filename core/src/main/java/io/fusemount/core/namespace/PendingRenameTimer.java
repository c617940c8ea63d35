package io.fusemount.core.namespace;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.timer.DaemonTimer;

/**
 * Ends pending renames for which no new file has come. Nobody is there to hear of a
 * failure: what the database cannot do now is tried again, and what the application
 * refuses is undone and reported.
 */
public final class PendingRenameTimer implements AutoCloseable {

	private static final Set<Errno> PASSING = Set.of(Errno.EIO, Errno.EAGAIN, Errno.ETIMEDOUT, Errno.ESTALE);

	private final NameTable names;

	private final Duration wait;

	private final OperationListener listener;

	private final Function<Throwable, ErrnoException> translator;

	private final ScheduledThreadPoolExecutor executor;

	/**
	 * Creates the timer.
	 * @param wait how long a new file has to come
	 * @param translator knows the errno of whatever is thrown
	 */
	public PendingRenameTimer(NameTable names, Duration wait, OperationListener listener,
			Function<Throwable, ErrnoException> translator) {
		this.names = names;
		this.wait = wait;
		this.listener = listener;
		this.translator = translator;
		this.executor = DaemonTimer.create("fusemount-renames");
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
	}

	/**
	 * Starts the time that a new file has to come.
	 */
	public void start(PendingRename pending, PendingRenames renames) {
		this.executor.schedule(() -> end(pending, renames), this.wait.toNanos(), TimeUnit.NANOSECONDS);
	}

	private void end(PendingRename pending, PendingRenames renames) {
		boolean ended = settle(pending, renames, (failure) -> {
			if (PASSING.contains(failure.errno())) {
				start(pending, renames);
			}
			else {
				this.names.end(pending);
			}
		});
		if (!ended) {
			start(pending, renames);
		}
	}

	/**
	 * Ends all of them now. One that cannot be, or whose new file could not be stored, is
	 * undone.
	 */
	public void endAll(PendingRenames renames) {
		for (PendingRename pending : this.names.pendingRenames()) {
			boolean ended = settle(pending, renames, (failure) -> {
				if (failure.errno() == Errno.ESTALE) {
					// The row is another one than it was known to be, and is known now.
					settle(pending, renames, (again) -> this.names.end(pending));
				}
				else {
					this.names.end(pending);
				}
			});
			if (!ended) {
				this.names.end(pending);
			}
		}
	}

	/** Returns whether it has ended, or failed to. */
	private boolean settle(PendingRename pending, PendingRenames renames, Consumer<ErrnoException> onFailure) {
		try {
			return renames.settleUnlessAwaited(pending);
		}
		catch (RuntimeException ex) {
			ErrnoException failure = this.translator.apply(ex);
			try {
				this.listener.operationFailed(pending.isDeletion() ? Operation.UNLINK : Operation.RENAME,
						renames.describe(pending), failure, 0);
			}
			finally {
				onFailure.accept(failure);
			}
			return true;
		}
	}

	/**
	 * Begins no more of them.
	 */
	public void stop() {
		this.executor.shutdown();
	}

	/**
	 * Begins no more of them and waits for the one that is under way: what is closed
	 * changes nothing any more.
	 */
	@Override
	public void close() {
		stop();
		try {
			while (!this.executor.awaitTermination(1, TimeUnit.HOURS)) {
				// It waits for the database, as ending the others would.
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
