package io.fusemount.core.supervision;

/**
 * Statistics of the content cache.
 *
 * @param bytes the approximate number of bytes that are kept
 * @param size the maximum number of bytes that are kept
 * @param fetchedBytes the number of bytes fetched from the database so far
 * @param hits the number of reads that found all of their bytes on the local disk
 * @param misses the number of reads that had to wait for bytes of the database
 */
public record ContentCacheStatistics(long bytes, long size, long fetchedBytes, long hits, long misses) {

	/** An unused cache. */
	public static final ContentCacheStatistics NONE = new ContentCacheStatistics(0, 0, 0, 0, 0);

}
