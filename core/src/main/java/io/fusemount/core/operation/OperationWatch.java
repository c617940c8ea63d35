package io.fusemount.core.operation;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.timer.DaemonTimer;
import org.jspecify.annotations.Nullable;

/**
 * Answers programs whose operation does not come back from the database or from the
 * application, whatever a driver does: all other limits trust the code that they limit. A
 * commit that was sent is waited for, however long it takes, and so are operations that
 * wait for one that makes progress.
 */
public final class OperationWatch {

	/** The time in which limits of statements and a cut connection take effect. */
	private static final Duration GRACE = Duration.ofSeconds(15);

	private static final Duration INTERVAL = Duration.ofSeconds(1);

	/** A look that is much later was one of a process that was suspended. */
	private static final long LONGEST = INTERVAL.multipliedBy(2).toNanos();

	private final OperationListener listener;

	private final @Nullable Duration limit;

	private final Set<ServedOperation> served = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor timer = DaemonTimer.create("fusemount-operations");

	@GuardedBy("this")
	private @Nullable ScheduledFuture<?> looks;

	private volatile long last = System.nanoTime();

	/**
	 * Creates the watch.
	 * @param listener is told of each operation that was answered without its thread
	 * @param timeout how long the database has for an answer, {@code null} without a
	 * limit
	 */
	OperationWatch(OperationListener listener, @Nullable Duration timeout) {
		this.listener = listener;
		this.limit = (timeout != null) ? timeout.plus(GRACE) : null;
	}

	/**
	 * Watches the operations that the current thread serves until the section is closed
	 * on it.
	 */
	public ServedOperation.Section serve(ServedOperation.Escape escape) {
		if (this.limit == null) {
			return ServedOperation.Section.NONE;
		}
		ServedOperation operation = ServedOperation.bind(escape);
		this.served.add(operation);
		start();
		return () -> {
			ServedOperation.unbind();
			this.served.remove(operation);
			stopIfUnused();
		};
	}

	private synchronized void start() {
		if (this.looks == null) {
			long nanos = INTERVAL.toNanos();
			this.looks = this.timer.scheduleWithFixedDelay(this::lookSafely, nanos, nanos, TimeUnit.NANOSECONDS);
		}
	}

	private synchronized void stopIfUnused() {
		if (this.looks != null && this.served.isEmpty()) {
			this.looks.cancel(false);
			this.looks = null;
		}
	}

	private void lookSafely() {
		try {
			long now = System.nanoTime();
			long elapsed = now - this.last;
			this.last = now;
			look(Duration.ofNanos(Math.min(elapsed, LONGEST)));
		}
		catch (RuntimeException | Error ex) {
			// The next look comes all the same.
		}
	}

	/**
	 * Looks at all operations.
	 * @param elapsed the time since the last look in which the process ran
	 */
	void look(Duration elapsed) {
		this.served.forEach((operation) -> operation.look(elapsed.toNanos()));
		long nanos = (this.limit != null) ? this.limit.toNanos() : Long.MAX_VALUE;
		for (ServedOperation operation : this.served) {
			if (operation.isOverdue(nanos) && this.served.stream().noneMatch(operation::mayWaitFor)) {
				operation.abandon(this.listener);
			}
		}
	}

	/**
	 * Returns a description of the oldest operation that was answered and whose thread
	 * has not come back, or {@code null} if there is none.
	 */
	public @Nullable String trouble(Viewer viewer) {
		Optional<ServedOperation> oldest = this.served.stream()
			.filter(ServedOperation::isAbandoned)
			.max(Comparator.comparing(ServedOperation::age));
		return oldest
			.map((operation) -> "The application or the database has not returned from "
					+ (viewer.all() ? operation.toString() : "an operation") + " for " + operation.age().toSeconds()
					+ " s. Its program was told ETIMEDOUT")
			.orElse(null);
	}

}
