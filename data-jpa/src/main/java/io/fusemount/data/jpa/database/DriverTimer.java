package io.fusemount.data.jpa.database;

import java.util.TimerTask;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.postgresql.Driver;
import org.postgresql.util.SharedTimer;

/**
 * The timer with which PostgreSQL's driver ends statements that take too long. The driver
 * adds each statement, and the timer wakes its thread for each that is due before all
 * others: that is most of them, and costs more than the client's part of a short
 * statement. While statements are sent, an earlier task is therefore due twice a second.
 */
final class DriverTimer {

	private static final long INTERVAL_MILLIS = 500;

	private static final Log logger = LogFactory.getLog(DriverTimer.class);

	/** Whether statements have been sent since the last run of the task. */
	private static volatile boolean used;

	/** Whether the timer is kept busy, or cannot be. */
	private static volatile boolean busy;

	private DriverTimer() {
	}

	/**
	 * Records that statements are about to be sent.
	 */
	static void keepBusy() {
		if (!used) {
			used = true;
		}
		if (!busy) {
			start();
		}
	}

	/** Starts the task. Statements of another driver do not need it. */
	private static synchronized void start() {
		if (busy) {
			return;
		}
		busy = true;
		try {
			SharedTimer timer = Driver.getSharedTimer();
			timer.getTimer().schedule(new Pause(timer), INTERVAL_MILLIS, INTERVAL_MILLIS);
		}
		catch (RuntimeException | LinkageError | OutOfMemoryError ex) {
			logger.debug("Statements of PostgreSQL wake the timer of their driver", ex);
		}
	}

	/** Whether the timer is kept busy. */
	static boolean isBusy() {
		return busy;
	}

	private static synchronized void end(SharedTimer timer) {
		busy = false;
		timer.releaseTimer();
	}

	/** Ends once no more statements are sent, and then releases the timer. */
	private static final class Pause extends TimerTask {

		private final SharedTimer timer;

		Pause(SharedTimer timer) {
			this.timer = timer;
		}

		@Override
		public void run() {
			if (used) {
				used = false;
			}
			else if (cancel()) {
				end(this.timer);
			}
		}

	}

}
