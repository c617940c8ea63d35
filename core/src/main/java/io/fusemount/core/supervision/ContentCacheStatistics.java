package io.fusemount.core.supervision;

/**
 * How the content cache is used.
 *
 * @param bytes about how many bytes are kept now
 * @param size the most bytes that are kept
 * @param fetchedBytes how many bytes have come from the database so far
 * @param hits how many reads found all of their bytes on the local disk
 * @param misses how many reads had to wait for bytes of the database
 */
public record ContentCacheStatistics(long bytes, long size, long fetchedBytes, long hits, long misses) {

	/** Nothing. */
	public static final ContentCacheStatistics NONE = new ContentCacheStatistics(0, 0, 0, 0, 0);

}
