package io.fusemount.core.timer;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Timers that do not prevent the process from ending.
 */
public final class DaemonTimer {

	private DaemonTimer() {
	}

	/**
	 * Returns a timer with one thread, which ends after a minute without scheduled tasks.
	 * Cancelled tasks are removed immediately.
	 * @param name the name of the thread
	 */
	public static ScheduledThreadPoolExecutor create(String name) {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, (work) -> {
			Thread thread = new Thread(work, name);
			thread.setDaemon(true);
			return thread;
		});
		timer.setKeepAliveTime(1, TimeUnit.MINUTES);
		timer.allowCoreThreadTimeOut(true);
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

}
