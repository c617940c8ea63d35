package io.fusemount.core.limit;

/**
 * What is kept of content on the local disk.
 *
 * @param size the most bytes, at least {@link #MIN_SIZE}
 * @param retained whether content is kept when its file is closed, and over a restart
 */
public record ContentCacheSettings(long size, boolean retained) {

	/** The least bytes with which content can be fetched ahead for several readers. */
	public static final long MIN_SIZE = 64L << 20;

	public ContentCacheSettings {
		if (size < MIN_SIZE) {
			throw new IllegalArgumentException("A size of at least " + MIN_SIZE + " bytes is needed, not " + size);
		}
	}

	/**
	 * Returns what applies if nothing is set.
	 */
	public static ContentCacheSettings defaults() {
		return new ContentCacheSettings(1L << 30, true);
	}

}
