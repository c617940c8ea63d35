package io.fusemount.core.cache;

import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.block.Extents;
import org.jspecify.annotations.Nullable;

/**
 * The fetches of one content that are planned or run, so that no block is fetched twice,
 * and the readers for whom they are planned.
 */
final class Fetches {

	private static final long BLOCK_BYTES = Extents.BLOCK_BYTES;

	@GuardedBy("this")
	private final List<Fetch> fetches = new ArrayList<>(0);

	@GuardedBy("this")
	private final ReadAhead readAhead = new ReadAhead();

	/** Returns the end of the block before a position, or the position between blocks. */
	static long roundUp(long position) {
		return (position + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
	}

	/**
	 * Records a read.
	 * @return the position up to which content should soon be local
	 */
	synchronized long ahead(long start, long end) {
		return this.readAhead.note(start, end);
	}

	/** Returns the fetch that includes a position, if there is one. */
	synchronized @Nullable Fetch running(long position) {
		for (Fetch fetch : this.fetches) {
			if (fetch.covers(position)) {
				return fetch;
			}
		}
		return null;
	}

	/**
	 * Begins a fetch of the missing blocks from the block of a position on.
	 * @param end the end of the last block
	 * @return the fetch, or {@code null} if the position is present, already being
	 * fetched, or at the end
	 */
	synchronized @Nullable Fetch begin(Extents present, long position, long end) {
		if (position >= end || !isMissing(present, position)) {
			return null;
		}
		long start = position - position % BLOCK_BYTES;
		long last = start + BLOCK_BYTES;
		while (last < end && isMissing(present, last)) {
			last += BLOCK_BYTES;
		}
		Fetch fetch = new Fetch(start, Math.min(last, end));
		this.fetches.add(fetch);
		return fetch;
	}

	@GuardedBy("this")
	private boolean isMissing(Extents present, long position) {
		return !present.has(position) && running(position) == null;
	}

	/** Ends a fetch. Its blocks are present by then, or can be fetched again. */
	void end(Fetch fetch) {
		synchronized (this) {
			this.fetches.remove(fetch);
		}
		fetch.finish();
	}

	synchronized boolean isEmpty() {
		return this.fetches.isEmpty();
	}

}
