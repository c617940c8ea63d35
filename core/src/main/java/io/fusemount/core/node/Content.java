package io.fusemount.core.node;

import java.nio.ByteBuffer;

/**
 * Bytes that are read by position, in constant memory whatever their number.
 */
@FunctionalInterface
public interface Content {

	/**
	 * Fills the buffer from the given position on. Fewer bytes than the buffer has room
	 * for means that the content ends there.
	 * @param position offset of the first byte
	 * @param target where the bytes go; advanced by their number
	 * @return the number of bytes read, 0 at or after the end
	 */
	int read(long position, ByteBuffer target);

}
