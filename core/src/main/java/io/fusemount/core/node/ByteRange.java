package io.fusemount.core.node;

/**
 * A range of bytes.
 *
 * @param start the offset of the first byte
 * @param end the offset after the last byte
 */
public record ByteRange(long start, long end) {

	/**
	 * Returns the number of bytes.
	 */
	public long length() {
		return this.end - this.start;
	}

}
