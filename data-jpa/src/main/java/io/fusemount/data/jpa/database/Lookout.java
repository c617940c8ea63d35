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
 * Looks after many watches that nearly always end before they are due. A timer that is
 * told of each watch would be woken by each. This one wakes when the first watch that it
 * has seen is due, and at least once a second while there are any.
 */
public final class Lookout {

	private static final Log logger = LogFactory.getLog(Lookout.class);

	private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

	private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor timer;

	@GuardedBy("this")
	private @Nullable ScheduledFuture<?> next;

	/** The time of the next look, as {@link System#nanoTime}. */
	private volatile long nextLook;

	private volatile boolean planned;

	/**
	 * Creates a lookout.
	 * @param name the name of its thread
	 */
	public Lookout(String name) {
		this.timer = DaemonTimer.create(name);
	}

	/**
	 * Looks after a watch until it is removed or needs no further look.
	 */
	public void add(Watch watch) {
		this.watches.add(watch);
		if (!isPlanned(watch.due())) {
			plan(watch.due());
		}
	}

	/**
	 * No longer looks after a watch.
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
			// No thread can be created: the next caller tries again.
			this.planned = false;
		}
	}

	private void lookAtAll() {
		// A watch added from now on plans for itself, whether or not it is seen here.
		this.planned = false;
		if (!this.watches.isEmpty()) {
			// Planned first, in case anything fails.
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
			logger.warn("A look at a watch has failed and will be repeated", ex);
		}
		if (wanted) {
			plan(watch.due());
		}
		else {
			remove(watch);
		}
	}

	/**
	 * A watch that a lookout looks after.
	 */
	public interface Watch {

		/**
		 * Returns the time at which the watch is due, as {@link System#nanoTime}.
		 */
		long due();

		/**
		 * Does the work that is due, if any.
		 * @return whether the watch needs another look
		 */
		boolean look();

	}

}
