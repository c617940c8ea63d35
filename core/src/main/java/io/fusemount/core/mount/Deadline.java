package io.fusemount.core.mount;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * The time that something has, such as the end of a mount. Work that waits for the
 * database is done on a thread of its own, which is told when the time is over, and left
 * alone if it does not even notice.
 */
final class Deadline {

	/** For what is under way to notice that the time is over, and to clean up. */
	private static final Duration GRACE = Duration.ofSeconds(2);

	private final long end;

	private final Duration timeout;

	private final Supplier<ErrnoException> reason;

	private Deadline(Duration timeout, Supplier<ErrnoException> reason) {
		this.timeout = timeout;
		this.reason = reason;
		this.end = System.nanoTime() + timeout.toNanos();
	}

	/** Returns the time that unmounting has. */
	static Deadline in(Duration timeout) {
		return in(timeout, Cancellation::byUnmount);
	}

	/**
	 * Returns a time.
	 * @param reason why work is not wanted any more when it is over
	 */
	static Deadline in(Duration timeout, Supplier<ErrnoException> reason) {
		return new Deadline(timeout, reason);
	}

	/** Returns the time that is left, in whole seconds where there are so many. */
	Duration remaining() {
		Duration left = Duration.ofNanos(Math.max(0, this.end - System.nanoTime()));
		Duration rounded = left.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
		return (rounded.compareTo(this.timeout) < 0) ? rounded : this.timeout;
	}

	/**
	 * Does work that stops storing files some time before the end.
	 * @return whether it has ended
	 */
	boolean drain(Runnable work) {
		long reserve = Math.min(GRACE.toNanos(), this.timeout.toNanos() / 4);
		return run("fusemount-drain", work, this.end - reserve, this.end);
	}

	/**
	 * Does work that keeps what can not be stored any more, for which there is always a
	 * little time.
	 * @return whether it has ended
	 */
	boolean close(Runnable work) {
		return run("fusemount-close", work, this.end, Math.max(this.end, System.nanoTime()) + GRACE.toNanos());
	}

	private boolean run(String name, Runnable work, long cancelled, long abandoned) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			Cancellation.askFrom(() -> reason(cancelled));
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
			done.get(Math.max(0, abandoned - System.nanoTime()), TimeUnit.NANOSECONDS);
			return true;
		}
		catch (TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
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
