package io.fusemount.transport.linux.notice;

import java.util.concurrent.TimeUnit;

/**
 * The notice that all names have to be looked up again, for changes of which the kernel
 * hears in no other way.
 * <p>
 * The kernel drops a name before it looks it up: until the answer comes, a directory that
 * somebody passes through has no name, and {@code getcwd(2)} fails for the programs in
 * it. The notice is therefore for what is rare: that a name stands for something else
 * than what a program has open. Names that do not exist are not left to the kernel at
 * all, as every file that others make would take the notice.
 */
public final class NameNotices {

	/** The maximum time for which the kernel may be wrong if it cannot be notified. */
	private static final long UNANNOUNCED = TimeUnit.SECONDS.toNanos(1);

	private volatile boolean possible;

	/**
	 * Records that the kernel can be notified.
	 */
	public void allow() {
		this.possible = true;
	}

	/**
	 * Returns the time for which the kernel may trust the name of a file that may be open
	 * when the name stands for another version.
	 * @param nanos the time for which the name is valid unless something changes
	 */
	public long bound(long nanos) {
		return this.possible ? nanos : unannounced(nanos);
	}

	/**
	 * Returns the time for which the kernel may trust a name where no notice helps.
	 * @param nanos the time for which the name is valid unless something changes
	 */
	public static long unannounced(long nanos) {
		return Math.min(nanos, UNANNOUNCED);
	}

	/**
	 * Notifies the kernel.
	 */
	void send(Notifier notifier) {
		if (this.possible) {
			notifier.names();
		}
	}

}
