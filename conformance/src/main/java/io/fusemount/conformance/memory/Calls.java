package io.fusemount.conformance.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the calls of a filesystem, which lets a test require that "the second
 * {@code stat} costs none".
 */
public final class Calls {

	private final AtomicLongArray counts = new AtomicLongArray(Call.values().length);

	Calls() {
	}

	void increment(Call call) {
		this.counts.incrementAndGet(call.ordinal());
	}

	/**
	 * Returns the number of calls of one kind.
	 */
	public long count(Call call) {
		return this.counts.get(call.ordinal());
	}

	/**
	 * Returns the number of calls of all kinds.
	 */
	public long total() {
		return Arrays.stream(Call.values()).mapToLong(this::count).sum();
	}

	/**
	 * Returns the number of calls that change rows.
	 */
	public long writes() {
		return Arrays.stream(Call.values()).filter(Call::isWrite).mapToLong(this::count).sum();
	}

}
