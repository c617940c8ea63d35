package io.fusemount.core.limit;

/**
 * The content that is kept on the local disk.
 *
 * @param size the maximum number of bytes, at least {@link #MIN_SIZE}
 * @param retained whether content is kept after its file is closed, and across restarts
 */
public record ContentCacheSettings(long size, boolean retained) {

	/**
	 * The smallest size, in bytes, that has room for reading ahead for several readers.
	 */
	public static final long MIN_SIZE = 64L << 20;

	public ContentCacheSettings {
		if (size < MIN_SIZE) {
			throw new IllegalArgumentException("The size must be at least " + MIN_SIZE + " bytes, but is " + size);
		}
	}

	/**
	 * Returns the default settings.
	 */
	public static ContentCacheSettings defaults() {
		return new ContentCacheSettings(1L << 30, true);
	}

}
