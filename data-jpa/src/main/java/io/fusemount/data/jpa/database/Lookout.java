package io.fusemount.data.jpa.database;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.timer.DaemonTimer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Looks after many watches that nearly always end before anything is due. A timer that is
 * told of each of them would be woken by each; this one wakes when the first of those is
 * due that it has seen, and once a second at least while there are any.
 */
public final class Lookout {

	private static final Log logger = LogFactory.getLog(Lookout.class);

	private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

	private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor timer;

	@GuardedBy("this")
	private @Nullable ScheduledFuture<?> next;

	/** When it looks next, by the clock of {@link System#nanoTime}. */
	private volatile long nextLook;

	private volatile boolean planned;

	/**
	 * Creates it.
	 * @param name the name of its thread
	 */
	public Lookout(String name) {
		this.timer = DaemonTimer.create(name);
	}

	/**
	 * Looks after a watch until it is removed, or wants no look any more.
	 */
	public void add(Watch watch) {
		this.watches.add(watch);
		if (!isPlanned(watch.due())) {
			plan(watch.due());
		}
	}

	/**
	 * Looks after a watch no longer.
	 */
	public void remove(Watch watch) {
		this.watches.remove(watch);
	}

	private boolean isPlanned(long due) {
		return this.planned && this.nextLook - due <= 0;
	}

	private synchronized void plan(long due) {
		long now = System.nanoTime();
		long wait = Math.min(Math.max(due - now, 0), INTERVAL);
		if (isPlanned(now + wait)) {
			return;
		}
		if (this.next != null) {
			this.next.cancel(false);
		}
		this.nextLook = now + wait;
		this.planned = true;
		try {
			this.next = this.timer.schedule(this::lookAtAll, wait, TimeUnit.NANOSECONDS);
		}
		catch (OutOfMemoryError ex) {
			// No thread can be had: who comes next tries it again.
			this.planned = false;
		}
	}

	private void lookAtAll() {
		// What is added from now on plans for itself, whether or not it is seen here.
		this.planned = false;
		if (!this.watches.isEmpty()) {
			// First, whatever fails.
			plan(System.nanoTime() + INTERVAL);
		}
		this.watches.forEach(this::look);
	}

	private void look(Watch watch) {
		boolean wanted = true;
		try {
			wanted = watch.look();
		}
		catch (RuntimeException | Error ex) {
			logger.warn("A look at what may be due has failed, and is tried again", ex);
		}
		if (wanted) {
			plan(watch.due());
		}
		else {
			remove(watch);
		}
	}

	/**
	 * What is looked after.
	 */
	public interface Watch {

		/**
		 * Returns when there is something to be done, as {@link System#nanoTime}.
		 */
		long due();

		/**
		 * Does what is due, if it is.
		 * @return whether it wants another look
		 */
		boolean look();

	}

}
