package io.fusemount.core.revision;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Keeps others off while content is changed. What has changed is written down before
 * others come.
 */
final class ChangeLock extends ReentrantReadWriteLock.WriteLock {

	private static final long serialVersionUID = 1L;

	private final transient Runnable record;

	ChangeLock(ReentrantReadWriteLock lock, Runnable record) {
		super(lock);
		this.record = record;
	}

	@Override
	public void unlock() {
		try {
			if (getHoldCount() == 1) {
				this.record.run();
			}
		}
		finally {
			super.unlock();
		}
	}

}
