package io.fusemount.core.cache;

import java.util.concurrent.atomic.LongAdder;

import io.fusemount.core.block.BlockStore;
import io.fusemount.core.supervision.ContentCacheStatistics;

/**
 * Counts reads, and the bytes that came from the database for them.
 */
final class CacheCounters {

	private final LongAdder fetchedBytes = new LongAdder();

	private final LongAdder hits = new LongAdder();

	private final LongAdder misses = new LongAdder();

	/** Records bytes that came from the database. */
	void fetched(long number) {
		this.fetchedBytes.add(number);
	}

	/** Records a read, and whether all of its bytes were local. */
	void read(boolean kept) {
		(kept ? this.hits : this.misses).increment();
	}

	ContentCacheStatistics statistics(BlockStore store) {
		return new ContentCacheStatistics(store.bytes(), store.limit(), this.fetchedBytes.sum(), this.hits.sum(),
				this.misses.sum());
	}

}
