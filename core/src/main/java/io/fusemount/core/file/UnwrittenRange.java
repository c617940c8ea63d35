package io.fusemount.core.file;

import org.jspecify.annotations.Nullable;

/**
 * Where a write failed and nobody has written since: as long as there is such a range,
 * the content is not what its program meant, and replacing stored content by it would
 * destroy that. Not thread-safe.
 */
final class UnwrittenRange {

	private long start = Long.MAX_VALUE;

	private long end = Long.MIN_VALUE;

	private @Nullable RuntimeException failure;

	/** Takes note of a write that failed. */
	void failed(long from, long to, RuntimeException reason) {
		this.start = Math.min(this.start, from);
		this.end = Math.max(this.end, to);
		this.failure = reason;
	}

	/**
	 * Takes note of a write that did not; a program that tries again goes on from the
	 * start.
	 */
	void written(long from, long to) {
		if (from <= this.start && to > this.start) {
			this.start = to;
			forgetIfEmpty();
		}
	}

	/** Takes note that nothing from an offset on is wanted any more. */
	void cutOff(long size) {
		this.end = Math.min(this.end, size);
		forgetIfEmpty();
	}

	private void forgetIfEmpty() {
		if (this.start >= this.end) {
			this.start = Long.MAX_VALUE;
			this.end = Long.MIN_VALUE;
			this.failure = null;
		}
	}

	/**
	 * Returns why the first write failed that nobody has made up for, or {@code null}.
	 */
	@Nullable RuntimeException failure() {
		return this.failure;
	}

}
