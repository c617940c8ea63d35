package io.fusemount.core.node;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Bytes that can be read from any position, in constant memory whatever their number.
 */
@FunctionalInterface
public interface Content {

	/** The size of the pieces in which content is passed on. */
	int PIECE_BYTES = 1 << 20;

	/**
	 * Fills the buffer from the given position on. If the buffer is not filled, the
	 * content ends there.
	 * @param position the offset of the first byte
	 * @param target the buffer for the bytes, advanced by their number
	 * @return the number of bytes read, 0 at or after the end
	 */
	int read(long position, ByteBuffer target);

	/**
	 * Whether reading a range costs about as much as reading everything, because the
	 * database has to process the whole content for it. A caller that can store content
	 * locally should then fetch it at once with {@link #readAll}. The answer may take a
	 * statement.
	 */
	default boolean isCostlyByRange() {
		return false;
	}

	/**
	 * Passes all bytes to the target in order, in pieces, in constant memory.
	 * @param target receives the bytes of each piece, which are valid only during the
	 * call
	 */
	default void readAll(Consumer<ByteBuffer> target) {
		ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
		long position = 0;
		int read;
		do {
			read = read(position, piece.clear());
			position += read;
			target.accept(piece.flip());
		}
		while (read == PIECE_BYTES);
	}

}
