package io.fusemount.autoconfigure.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Counts repeated events, so that they do not fill the disk: only the first ones of each
 * kind in a minute are logged.
 */
final class Repetitions {

	/** The maximum number of lines for each kind in a minute. */
	static final int TOLD = 20;

	private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

	private final LongSupplier nanoTime;

	@GuardedBy("this")
	private final Map<String, Window> windows = new HashMap<>();

	Repetitions(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Records another event of a kind. The number of kinds is limited.
	 */
	synchronized Occurrence next(String kind) {
		long now = this.nanoTime.getAsLong();
		Window window = this.windows.get(kind);
		if (window == null || now - window.start >= WINDOW_NANOS) {
			int untold = (window != null) ? Math.max(0, window.count - TOLD) : 0;
			this.windows.put(kind, new Window(now));
			return new Occurrence(1, untold);
		}
		return new Occurrence(++window.count, 0);
	}

	/**
	 * An event of a kind.
	 *
	 * @param number its number within the minute, starting with 1
	 * @param untold the number of events in the previous minute that were not logged
	 */
	record Occurrence(int number, int untold) {

		boolean isFirst() {
			return this.number == 1;
		}

		boolean isTold() {
			return this.number <= TOLD;
		}

		/** Whether the next event will not be logged. */
		boolean isLastTold() {
			return this.number == TOLD;
		}

	}

	/** A minute, with its number of events. */
	private static final class Window {

		private final long start;

		private int count = 1;

		Window(long start) {
			this.start = start;
		}

	}

}
