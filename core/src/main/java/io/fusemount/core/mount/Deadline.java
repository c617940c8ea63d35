package io.fusemount.core.mount;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of an operation such as an unmount. Work that waits for the database
 * runs on a thread of its own, which is cancelled when the time is over, and abandoned if
 * it does not react. The limit can be shortened while work is in progress.
 */
public final class Deadline {

	/** The time in which running work notices the end of its time and cleans up. */
	private static final Duration GRACE = Duration.ofSeconds(2);

	/** The time between two checks whether the limit has been shortened. */
	private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(100);

	private final Supplier<ErrnoException> reason;

	private volatile long end;

	private volatile Duration timeout;

	private Deadline(Duration timeout, Supplier<ErrnoException> reason) {
		this.timeout = timeout;
		this.reason = reason;
		this.end = System.nanoTime() + timeout.toNanos();
	}

	/**
	 * Returns the deadline of an unmount.
	 */
	public static Deadline in(Duration timeout) {
		return in(timeout, Cancellation::byUnmount);
	}

	/**
	 * Returns a deadline.
	 * @param reason the reason why work is no longer wanted after the deadline
	 */
	static Deadline in(Duration timeout, Supplier<ErrnoException> reason) {
		return new Deadline(timeout, reason);
	}

	/**
	 * Limits the remaining time to the given timeout.
	 */
	synchronized void shorten(Duration timeout) {
		long earlier = System.nanoTime() + timeout.toNanos();
		if (earlier - this.end < 0) {
			this.end = earlier;
			this.timeout = timeout;
		}
	}

	/**
	 * Returns the total time, counted from the creation or the last shortening of the
	 * deadline.
	 */
	public Duration timeout() {
		return this.timeout;
	}

	/**
	 * Returns the remaining time, in whole seconds from one second on.
	 */
	public Duration remaining() {
		Duration left = Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
		Duration rounded = left.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
		return (rounded.compareTo(this.timeout) < 0) ? rounded : this.timeout;
	}

	/**
	 * Waits until an attempt succeeds or the time is over. There is at least one attempt.
	 * @return whether the attempt has succeeded
	 */
	public boolean await(Cancellation.Attempt attempt) throws InterruptedException {
		return await(() -> this.end, attempt);
	}

	private static boolean await(LongSupplier end, Cancellation.Attempt attempt) throws InterruptedException {
		long left = end.getAsLong() - System.nanoTime();
		while (!attempt.within(Math.max(0, Math.min(left, INTERVAL)))) {
			left = end.getAsLong() - System.nanoTime();
			if (left <= 0) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Runs work that stops storing files some time before the deadline.
	 * @return whether the work has ended
	 */
	boolean drain(Runnable work) {
		return run("fusemount-drain", work, () -> this.end - Math.min(GRACE.toNanos(), this.timeout.toNanos() / 4),
				() -> this.end);
	}

	/**
	 * Runs work that keeps the content that can no longer be stored. It always gets a
	 * little time.
	 * @return whether the work has ended
	 */
	boolean close(Runnable work) {
		long begun = System.nanoTime();
		return run("fusemount-close", work, () -> this.end, () -> Math.max(this.end, begun) + GRACE.toNanos());
	}

	private boolean run(String name, Runnable work, LongSupplier cancelled, LongSupplier abandoned) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			Cancellation.askFrom(() -> reason(cancelled.getAsLong()));
			try {
				work.run();
				done.complete(null);
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
		try {
			return await(abandoned, (nanos) -> isDone(done, nanos));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private static boolean isDone(CompletableFuture<Void> work, long nanos) throws InterruptedException {
		try {
			work.get(nanos, TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
	}

	private @Nullable ErrnoException reason(long cancelled) {
		return (System.nanoTime() - cancelled >= 0) ? this.reason.get() : null;
	}

}
