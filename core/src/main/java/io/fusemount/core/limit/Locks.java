package io.fusemount.core.limit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * Locks that another operation may hold for as long as the database takes.
 */
public final class Locks {

	private Locks() {
	}

	/**
	 * Acquires the lock. Who has to wait for it lets another worker go on.
	 */
	public static Lock acquire(Lock lock) {
		if (!lock.tryLock()) {
			try (BlockingSection.Scope section = BlockingSection.openLong()) {
				lock.lock();
			}
		}
		return lock;
	}

	/**
	 * Acquires the lock, as {@link #acquire} does, for work that need not be done if
	 * nobody wants it any more.
	 * @throws ErrnoException why it is not wanted
	 */
	public static Lock await(Lock lock) {
		if (!lock.tryLock()) {
			try (BlockingSection.Scope section = BlockingSection.openLong()) {
				Cancellation.await((nanos) -> lock.tryLock(nanos, TimeUnit.NANOSECONDS));
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while the file was being stored", ex);
			}
		}
		return lock;
	}

}
