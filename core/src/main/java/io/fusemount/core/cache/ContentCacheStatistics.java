package io.fusemount.core.cache;

/**
 * How the content cache is used.
 *
 * @param bytes about how many bytes are kept now
 * @param size the most bytes that are kept
 * @param fetchedBytes how many bytes have come from the database so far
 */
public record ContentCacheStatistics(long bytes, long size, long fetchedBytes) {

	/** Nothing. */
	public static final ContentCacheStatistics NONE = new ContentCacheStatistics(0, 0, 0);

}
