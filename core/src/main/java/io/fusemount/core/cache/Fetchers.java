package io.fusemount.core.cache;

import java.util.function.Supplier;

import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;

/**
 * The threads that fetch content from the database for others, the memory for it, and its
 * measurement.
 */
final class Fetchers implements AutoCloseable {

	private static final int AHEAD_THREADS = 3;

	/** More would serve readers that are too many to be read ahead for. */
	private static final int MAX_PLANNED = 32;

	private static final int WHOLE_THREADS = 2;

	private final FetchPool ahead = new FetchPool("fusemount-ahead-", AHEAD_THREADS, MAX_PLANNED);

	private final FetchPool wholes = new FetchPool("fusemount-whole-", WHOLE_THREADS, 0);

	private final FetchBuffers buffers = new FetchBuffers();

	private final CacheCounters counters = new CacheCounters();

	private final Steps steps;

	Fetchers(Steps steps) {
		this.steps = steps;
	}

	/** Lets another thread fetch a range soon, unless too many fetches are waiting. */
	boolean fetchLater(Runnable fetch) {
		return this.ahead.tryExecute(fetch);
	}

	/** Lets another thread fetch a whole content now, unless none is free. */
	boolean fetchWhole(Runnable fetch) {
		return this.wholes.tryExecute(fetch);
	}

	/** Measures a fetch. */
	<T> T measure(Supplier<T> fetch) {
		return this.steps.run(Step.FETCH, null, fetch);
	}

	FetchBuffers buffers() {
		return this.buffers;
	}

	CacheCounters counters() {
		return this.counters;
	}

	/** Waits for running fetches. */
	@Override
	public void close() {
		this.ahead.close();
		this.wholes.close();
	}

}
