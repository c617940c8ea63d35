package io.fusemount.core.limit;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * The bulkhead in front of the database: only so many operations use it at once, so that
 * the filesystem never takes the last connection from the application, and the others
 * wait only so long. A thread that holds a permit needs no second one for nested work.
 */
public final class DatabasePermits {

	private final Semaphore semaphore;

	private final int limit;

	private final Duration maxWait;

	private final ThreadLocal<Boolean> held = ThreadLocal.withInitial(() -> false);

	/**
	 * Creates the bulkhead.
	 * @param limit the number of permits
	 * @param maxWait how long an operation waits for one
	 */
	public DatabasePermits(int limit, Duration maxWait) {
		this.semaphore = new Semaphore(limit, true);
		this.limit = limit;
		this.maxWait = maxWait;
	}

	/**
	 * Does the work with a permit.
	 * @throws ErrnoException {@code EAGAIN} if none was free in time
	 */
	public <T> T call(Supplier<T> work) {
		if (this.held.get()) {
			return work.get();
		}
		try (BlockingSection.Scope section = BlockingSection.open()) {
			acquire();
			this.held.set(true);
			try {
				return work.get();
			}
			finally {
				this.held.set(false);
				this.semaphore.release();
			}
		}
	}

	private void acquire() {
		try {
			if (!this.semaphore.tryAcquire(this.maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new ErrnoException(Errno.EAGAIN,
						"The database is busy, try again: all " + this.limit + " permits were in use for "
								+ this.maxWait.toMillis() + " ms",
						"The database is slow or fusemount.database.max-concurrent is too small", null);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while waiting for a database permit", ex);
		}
	}

	/**
	 * Returns the number of permits in all.
	 */
	public int limit() {
		return this.limit;
	}

	/**
	 * Returns the number of permits that nobody holds at the moment.
	 */
	public int available() {
		return this.semaphore.availablePermits();
	}

}
