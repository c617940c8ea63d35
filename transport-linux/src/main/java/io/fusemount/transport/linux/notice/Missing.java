package io.fusemount.transport.linux.notice;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether the kernel was told of names that stand for nothing. Who creates a file by
 * other ways seldom says by which name, so that all of them are looked up again then.
 */
public final class Missing {

	/** So long, the kernel is wrong at the most where it cannot be told. */
	private static final long UNANNOUNCED = TimeUnit.SECONDS.toNanos(1);

	/** Whether the kernel can be told to look names up again. */
	private volatile boolean possible;

	private final AtomicBoolean told = new AtomicBoolean();

	/** Until when the kernel may believe in one of them, as a time of this JVM. */
	private final AtomicLong until = new AtomicLong(System.nanoTime());

	/**
	 * Says that the kernel can be told to look names up again.
	 */
	public void allow() {
		this.possible = true;
	}

	/**
	 * Takes note of a name.
	 * @param nanos for how long the kernel is to believe it
	 * @return for how long it may
	 */
	public long add(long nanos) {
		if (!this.possible || nanos <= 0) {
			return 0;
		}
		long end = System.nanoTime() + nanos;
		this.until.updateAndGet((known) -> (known - end < 0) ? end : known);
		this.told.set(true);
		return nanos;
	}

	/**
	 * Returns for how long the kernel may believe what the name of a file stands for,
	 * which somebody may have open when it stands for another version.
	 * @param nanos for how long that is true, unless something changes
	 */
	public long bound(long nanos) {
		return this.possible ? nanos : Math.min(nanos, UNANNOUNCED);
	}

	/**
	 * Has all names looked up again.
	 */
	void announceAll(Notifier notifier) {
		if (this.possible) {
			this.told.set(false);
			notifier.names();
		}
	}

	/**
	 * Has all of them looked up again, if there are any.
	 */
	void announce(Notifier notifier) {
		if (this.told.get() && this.told.getAndSet(false) && this.until.get() - System.nanoTime() > 0) {
			notifier.names();
		}
	}

}
