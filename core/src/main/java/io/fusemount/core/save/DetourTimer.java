package io.fusemount.core.save;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.Pending;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.timer.DaemonTimer;

/**
 * Ends detours for which no new file has come. No program hears of a failure: what the
 * database cannot do now is tried again, and what the application refuses is undone and
 * reported.
 */
public final class DetourTimer implements AutoCloseable {

	private static final Set<Errno> PASSING = Set.of(Errno.EIO, Errno.EAGAIN, Errno.ETIMEDOUT, Errno.ESTALE);

	private final Bindings bindings;

	private final Duration wait;

	private final OperationListener listener;

	private final Function<Throwable, ErrnoException> translator;

	private final Runnable ended;

	private final ScheduledThreadPoolExecutor executor;

	/**
	 * Creates the timer.
	 * @param wait how long a new file has to come
	 * @param translator knows the errno of whatever is thrown
	 * @param ended is run after one may have ended
	 */
	public DetourTimer(Bindings bindings, Duration wait, OperationListener listener,
			Function<Throwable, ErrnoException> translator, Runnable ended) {
		this.bindings = bindings;
		this.wait = wait;
		this.listener = listener;
		this.translator = translator;
		this.ended = ended;
		this.executor = DaemonTimer.create("fusemount-renames");
		this.executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
	}

	/** Starts the time that a new file has to come. */
	public void start(Place from, Detours detours) {
		start(from, detours, this.wait.toNanos());
	}

	private void start(Place from, Detours detours, long nanos) {
		this.executor.schedule(() -> {
			end(from, detours);
			this.ended.run();
		}, nanos, TimeUnit.NANOSECONDS);
	}

	private void end(Place from, Detours detours) {
		Detour detour = this.bindings.detour(from);
		long left = (detour != null) ? detour.since() + this.wait.toNanos() - System.nanoTime() : 0;
		if (left > 0) {
			// Another one has begun since.
			start(from, detours, left);
			return;
		}
		boolean ended = detour == null || settle(detour, detours, (failure) -> {
			if (PASSING.contains(failure.errno()) || detours.isInDoubt(detour)) {
				start(from, detours);
			}
			else {
				undo(detour, detours);
			}
		});
		if (!ended) {
			start(from, detours);
		}
	}

	/**
	 * Ends all detours now. One that cannot be ended, or whose new file could not be
	 * stored, is undone.
	 */
	public void endAll(Detours detours) {
		for (Pending pending : this.bindings.detours()) {
			Detour detour = pending.detour();
			boolean ended = settle(detour, detours, (failure) -> {
				if (failure.errno() == Errno.ESTALE) {
					// The row is another one than it was known to be, and is known now.
					settle(detour, detours, (again) -> undo(detour, detours));
				}
				else {
					undo(detour, detours);
				}
			});
			if (!ended) {
				undo(detour, detours);
			}
		}
	}

	private static void undo(Detour detour, Detours detours) {
		try {
			detours.undo(detour);
		}
		catch (ErrnoException ex) {
			// The operation that has locked the names until the filesystem ends may end
			// the detour.
		}
	}

	/** Returns whether the detour has ended, or has failed to. */
	private boolean settle(Detour detour, Detours detours, Consumer<ErrnoException> onFailure) {
		try {
			return detours.settleUnlessAwaited(detour);
		}
		catch (RuntimeException ex) {
			ErrnoException failure = this.translator.apply(ex);
			try {
				boolean deletion = detour instanceof Detour.Gone gone && gone.deletion();
				this.listener.operationFailed(deletion ? Operation.UNLINK : Operation.RENAME, detours.describe(detour),
						failure, 0);
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
	 * Begins no more of them, and waits for the one that is under way.
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
