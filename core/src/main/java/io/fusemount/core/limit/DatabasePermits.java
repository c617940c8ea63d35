package io.fusemount.core.limit;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.ServedOperation;
import org.jspecify.annotations.Nullable;

/**
 * The bulkhead in front of the database. Only a limited number of operations use the
 * database at once, so that the filesystem never takes the last connection from the
 * application; other operations wait for a limited time. Changes, and uploads among them,
 * get only a part of the permits, so that readers get through however slow the changes
 * are. Users take turns. A thread that holds a permit needs no second one for nested
 * work.
 */
public final class DatabasePermits {

	private static final Duration TIMEOUT = Duration.ofMinutes(1);

	private final PermitQueue queue;

	private final int limit;

	private final long maxWait;

	private final ThreadLocal<PermitQueue.@Nullable Place> held = new ThreadLocal<>();

	private final UnansweredCommits unansweredCommits = new UnansweredCommits();

	private final LongAdder granted = new LongAdder();

	private final LongAdder waitedNanos = new LongAdder();

	private final Duration timeout;

	private volatile long lastProgress = System.nanoTime();

	/**
	 * Creates the bulkhead.
	 * @param limit the number of permits
	 * @param maxWait the maximum time that an operation waits for a permit
	 */
	public DatabasePermits(int limit, Duration maxWait) {
		this(limit, maxWait, TIMEOUT);
	}

	/**
	 * Creates the bulkhead.
	 * @param limit the number of permits
	 * @param maxWait the maximum time that an operation waits for a permit
	 * @param timeout the time that the database has for an answer to work with a permit
	 */
	public DatabasePermits(int limit, Duration maxWait, Duration timeout) {
		this.timeout = timeout;
		this.queue = new PermitQueue(new Maximum(limit, limit));
		this.limit = limit;
		this.maxWait = maxWait.toNanos();
	}

	/**
	 * Runs read-only work with a permit.
	 * @throws ErrnoException {@code EAGAIN} if no permit was free in time
	 */
	public <T> T call(Supplier<T> work) {
		return call(Demand.READ, work);
	}

	/**
	 * Runs the work with a permit.
	 * @throws ErrnoException {@code EAGAIN} if no permit was free in time; an upload
	 * waits as long as others make progress
	 */
	public <T> T call(Demand demand, Supplier<T> work) {
		if (this.held.get() != null) {
			return work.get();
		}
		try (BlockingSection.Scope section = (demand == Demand.READ) ? BlockingSection.open()
				: BlockingSection.openLong()) {
			PermitQueue.Place place = acquire(demand);
			this.held.set(place);
			try (ServedOperation.Section database = ServedOperation.inDatabase()) {
				return work.get();
			}
			finally {
				this.held.remove();
				this.queue.leave(place);
			}
		}
	}

	private PermitQueue.Place acquire(Demand demand) {
		Cancellation.check();
		Caller caller = Caller.current();
		PermitQueue.Place place = new PermitQueue.Place(demand, (caller != null) ? caller.uid() : -1);
		boolean granted = this.queue.enter(place);
		long start = System.nanoTime();
		try {
			if (!granted) {
				await(place, demand);
			}
			this.granted.increment();
			return place;
		}
		catch (InterruptedException ex) {
			this.queue.giveUp(place);
			Thread.currentThread().interrupt();
			throw new ErrnoException(Errno.EIO, "Interrupted by the shutdown while waiting for a database permit", ex);
		}
		catch (RuntimeException ex) {
			this.queue.giveUp(place);
			throw ex;
		}
		finally {
			this.waitedNanos.add(System.nanoTime() - start);
		}
	}

	/**
	 * However many threads wait here, readers included, one remains to serve other
	 * requests.
	 */
	private void await(PermitQueue.Place place, Demand demand) throws InterruptedException {
		Patience patience = new Patience();
		try (BlockingSection.Scope section = BlockingSection.openLong()) {
			Cancellation.await((interval) -> {
				// This wait has a limit of its own.
				ServedOperation.progressed();
				long left = Math.max(0, this.maxWait - waited(demand, patience));
				return patience.await(place, Math.min(interval, left)) || waited(demand, patience) >= this.maxWait;
			});
		}
		if (!place.isTaken()) {
			throw busy(demand);
		}
	}

	/** Returns how long the demand has waited without any progress to wait for. */
	private long waited(Demand demand, Patience patience) {
		long waited = patience.waited;
		return (demand == Demand.UPLOAD) ? Math.min(waited, System.nanoTime() - this.lastProgress) : waited;
	}

	private ErrnoException busy(Demand demand) {
		String permits = switch (demand) {
			case READ -> "all " + this.limit + " permits";
			case CHANGE -> "all " + demand.share(this.limit) + " permits for changes";
			case UPLOAD -> "all " + demand.share(this.limit) + " permits for uploads";
		};
		return new ErrnoException(Errno.EAGAIN,
				"The database is busy, try again: " + permits + " were in use for " + this.maxWait / 1_000_000 + " ms",
				"The database is slow or fusemount.database.max-concurrent is too small", null);
	}

	/**
	 * Records that the database has accepted a piece of an upload, so that waiting
	 * uploads may continue to wait.
	 */
	public void progressed() {
		this.lastProgress = System.nanoTime();
	}

	/**
	 * Records that the database has answered a part of the current thread's work with a
	 * permit, such as one piece of large content. The age of the work restarts with the
	 * rest.
	 */
	public void answered() {
		PermitQueue.Place place = this.held.get();
		if (place != null) {
			place.restart();
		}
	}

	/**
	 * Returns the time that the database has for an answer to work with a permit.
	 */
	public Duration timeout() {
		return this.timeout;
	}

	/**
	 * Returns the total number of permits.
	 */
	public int limit() {
		return this.limit;
	}

	/**
	 * Returns the number of permits that are free at the moment.
	 */
	public int available() {
		return this.queue.available();
	}

	/**
	 * Returns the number of operations that wait for a permit at the moment.
	 */
	public int waiting() {
		return this.queue.waiting();
	}

	/**
	 * Returns the age of the oldest work that holds a permit at the moment, counted from
	 * the last partial answer of the database. Uploads do not count, because their
	 * duration depends on the size of their content.
	 */
	public Duration oldestWork() {
		return Duration.ofNanos(this.queue.oldestBelow(Demand.UPLOAD));
	}

	/**
	 * Returns the commits that the database has not answered, including those of uploads.
	 */
	public UnansweredCommits unansweredCommits() {
		return this.unansweredCommits;
	}

	/**
	 * Returns the number of permits granted so far.
	 */
	public long granted() {
		return this.granted.sum();
	}

	/**
	 * Returns the total time, in nanoseconds, that operations have waited for permits so
	 * far, including those that got none.
	 */
	public long waitedNanos() {
		return this.waitedNanos.sum();
	}

	/**
	 * The time that an operation has waited. Time in which the whole process was
	 * suspended (SIGSTOP, a frozen container or virtual machine) does not count, because
	 * no permit could be granted then.
	 */
	private static final class Patience {

		/**
		 * A wait that ends this much later than it should was a suspension, not a wait.
		 */
		private static final long SUSPENDED = Duration.ofMillis(500).toNanos();

		private long waited;

		boolean await(PermitQueue.Place place, long nanos) throws InterruptedException {
			long start = System.nanoTime();
			boolean taken = place.await(nanos);
			this.waited += Math.min(System.nanoTime() - start, nanos + SUSPENDED);
			return taken;
		}

	}

}
