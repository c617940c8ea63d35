package io.fusemount.core.unsaved;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.timer.DaemonTimer;

/**
 * Checks at least once an hour for {@link UnsavedCopies} that are too old, so that they
 * are deleted even if nobody lists or counts them.
 */
public final class UnsavedExpiry implements AutoCloseable {

	private static final Duration SHORTEST = Duration.ofMillis(100);

	private static final Duration LONGEST = Duration.ofHours(1);

	private final UnsavedCopies copies;

	private final ScheduledThreadPoolExecutor executor;

	/**
	 * Starts the checks.
	 * @param keepFor how long copies are kept
	 */
	public UnsavedExpiry(UnsavedCopies copies, Duration keepFor) {
		this.copies = copies;
		this.executor = DaemonTimer.create("fusemount-unsaved");
		long nanos = (keepFor.compareTo(LONGEST) < 0) ? Math.max(SHORTEST.toNanos(), keepFor.toNanos())
				: LONGEST.toNanos();
		this.executor.scheduleWithFixedDelay(this::look, nanos, nanos, TimeUnit.NANOSECONDS);
	}

	private void look() {
		try {
			this.copies.list();
		}
		catch (IOException | RuntimeException ex) {
			// The next check tries again.
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
