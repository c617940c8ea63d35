package io.fusemount.autoconfigure.stop;

import java.lang.Thread.UncaughtExceptionHandler;

/**
 * Stops the mounts if the thread that closes the context dies. Spring logs a failure of
 * the application's part of the shutdown and goes on; if logging fails, too, Spring skips
 * the rest, which includes the stop of the mounts.
 */
public final class LastResort implements UncaughtExceptionHandler {

	private final Thread closing;

	private final UncaughtExceptionHandler before;

	private final Runnable stop;

	private LastResort(Thread closing, Runnable stop) {
		this.closing = closing;
		this.before = closing.getUncaughtExceptionHandler();
		this.stop = stop;
	}

	/**
	 * Installs it for the current thread, which closes the context.
	 * @param stop stops the mounts
	 */
	public static LastResort install(Runnable stop) {
		LastResort installed = new LastResort(Thread.currentThread(), stop);
		installed.closing.setUncaughtExceptionHandler(installed);
		return installed;
	}

	/** Uninstalls it, because the mounts have been stopped. */
	public void withdraw() {
		if (this.closing.getUncaughtExceptionHandler() == this) {
			this.closing.setUncaughtExceptionHandler(this.before);
		}
	}

	@Override
	public void uncaughtException(Thread thread, Throwable failure) {
		try {
			this.stop.run();
		}
		finally {
			this.before.uncaughtException(thread, failure);
		}
	}

}
