package io.fusemount.autoconfigure.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Counts what happens again and again, so that it fills no disk: of each kind, the first
 * few in a minute are worth a line.
 */
final class Repetitions {

	/** So many lines tell what there is to tell. */
	static final int TOLD = 20;

	private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

	private final LongSupplier nanoTime;

	@GuardedBy("this")
	private final Map<String, Window> windows = new HashMap<>();

	Repetitions(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Records one more of a kind; there are only so many kinds.
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
	 * One of a kind.
	 *
	 * @param number which one it is in its minute, beginning with 1
	 * @param untold how many were not worth a line in the minute before
	 */
	record Occurrence(int number, int untold) {

		boolean isFirst() {
			return this.number == 1;
		}

		boolean isTold() {
			return this.number <= TOLD;
		}

		/** Whether the next one will not be told. */
		boolean isLastTold() {
			return this.number == TOLD;
		}

	}

	/** A minute, and how many there were in it. */
	private static final class Window {

		private final long start;

		private int count = 1;

		Window(long start) {
			this.start = start;
		}

	}

}
