package io.fusemount.data.jpa.blob;

/**
 * New bytes within a piece of content.
 *
 * @param start the offset in the piece
 * @param bytes the bytes
 */
record PieceSpan(int start, byte[] bytes) {

	/** Returns the offset after the last byte. */
	int end() {
		return this.start + this.bytes.length;
	}

}
