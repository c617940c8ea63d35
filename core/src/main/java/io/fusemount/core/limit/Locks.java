package io.fusemount.core.limit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.ServedOperation;

/**
 * Acquires locks that another operation may hold for as long as the database takes.
 */
public final class Locks {

	private Locks() {
	}

	/**
	 * Acquires the lock. A thread that has to wait lets another worker continue.
	 */
	public static Lock acquire(Lock lock) {
		if (!lock.tryLock()) {
			try (BlockingSection.Scope section = BlockingSection.openLong();
					ServedOperation.Section wait = ServedOperation.waiting()) {
				lock.lock();
			}
		}
		return lock;
	}

	/**
	 * Acquires the lock as {@link #acquire} does, for work that is dropped when it is no
	 * longer wanted.
	 * @throws ErrnoException the reason why the work is not wanted
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
