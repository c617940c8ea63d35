package io.fusemount.core.node;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Bytes that are read by position, in constant memory whatever their number.
 */
@FunctionalInterface
public interface Content {

	/** The size of the pieces that content is handed over in. */
	int PIECE_BYTES = 1 << 20;

	/**
	 * Fills the buffer from the given position on. Fewer bytes than the buffer has room
	 * for means that the content ends there.
	 * @param position offset of the first byte
	 * @param target where the bytes go; advanced by their number
	 * @return the number of bytes read, 0 at or after the end
	 */
	int read(long position, ByteBuffer target);

	/**
	 * Whether each range costs about as much as the whole, because the database has to go
	 * through all of the content for it, so that who can keep it locally had better fetch
	 * it at once with {@link #readAll}. The answer may take a statement.
	 */
	default boolean isCostlyByRange() {
		return false;
	}

	/**
	 * Hands over all bytes in their order, in pieces, in constant memory.
	 * @param target takes the bytes of each piece, which are valid until it returns
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
