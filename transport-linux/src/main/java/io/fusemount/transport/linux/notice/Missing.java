package io.fusemount.transport.linux.notice;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;

/**
 * Tracks whether the kernel has cached names that do not exist. Changes by other ways
 * seldom report the name of a new file, so that all such names are then looked up again.
 */
public final class Missing {

	/** The maximum time for which the kernel may be wrong if it cannot be notified. */
	private static final long UNANNOUNCED = TimeUnit.SECONDS.toNanos(1);

	/** Longer than the kernel trusts any name. */
	private static final long LONG = TimeUnit.HOURS.toNanos(2);

	/** Whether the kernel can be notified to look names up again. */
	private volatile boolean possible;

	private final AtomicBoolean told = new AtomicBoolean();

	/**
	 * The time, by {@link System#nanoTime()}, until which the kernel may trust any of the
	 * names.
	 */
	private final AtomicLong until = new AtomicLong(System.nanoTime());

	/**
	 * Records that the kernel can be notified to look names up again.
	 */
	public void allow() {
		this.possible = true;
	}

	/**
	 * Writes down what the kernel may have cached.
	 */
	public void write(NoteWriter notes) {
		notes.flag(this.possible).flag(this.told.get()).number(this.until.get());
	}

	/**
	 * Goes on with what the kernel may have cached.
	 */
	public void read(NoteReader notes) {
		this.possible = notes.flag();
		this.told.set(notes.flag());
		this.until.set(notes.number());
	}

	/**
	 * Records that the kernel may have cached any names.
	 */
	public void distrust() {
		this.told.set(true);
		this.until.set(System.nanoTime() + LONG);
	}

	/**
	 * Records a name.
	 * @param nanos the requested time for which the kernel trusts the name
	 * @return the permitted time
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
	 * Returns the time for which the kernel may trust the name of a file that may be open
	 * when the name stands for another version.
	 * @param nanos the time for which the name is valid unless something changes
	 */
	public long bound(long nanos) {
		return this.possible ? nanos : Math.min(nanos, UNANNOUNCED);
	}

	/**
	 * Notifies the kernel to look all names up again.
	 */
	void announceAll(Notifier notifier) {
		if (this.possible) {
			this.told.set(false);
			notifier.names();
		}
	}

	/**
	 * Notifies the kernel to look all names up again if it has cached any.
	 */
	void announce(Notifier notifier) {
		if (this.told.get() && this.told.getAndSet(false) && this.until.get() - System.nanoTime() > 0) {
			notifier.names();
		}
	}

}
