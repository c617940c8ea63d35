package io.fusemount.core.file;

import java.util.concurrent.locks.Lock;

import io.fusemount.core.limit.BlockingSection;

/**
 * Locks that another operation may hold for as long as the database takes.
 */
final class Locks {

	private Locks() {
	}

	/**
	 * Acquires the lock. Who has to wait for it lets another worker go on.
	 */
	static Lock acquire(Lock lock) {
		if (!lock.tryLock()) {
			try (BlockingSection.Scope section = BlockingSection.open()) {
				lock.lock();
			}
		}
		return lock;
	}

}
