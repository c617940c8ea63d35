package io.fusemount.core.node;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * New content that is told by how it differs from the content that it replaces. A file
 * that {@linkplain RegularFile#isPatchable() takes patches} stores the changed ranges and
 * leaves the rest where it is; only those can be read then, for the rest was never
 * fetched. For any other file, it is content as a whole.
 */
public interface ContentPatch extends ContentSource {

	/**
	 * Returns how many bytes of the replaced content, from its start on, still count. All
	 * behind them that is in none of the changed ranges is zeros.
	 */
	long kept();

	/**
	 * Returns the ranges that differ, in ascending order; they neither overlap nor touch,
	 * and end at the size at the latest.
	 */
	List<ByteRange> changed();

	/**
	 * Fills the buffer with bytes of a changed range, from a position on.
	 * @return the number of bytes read, less than the buffer has room for only where the
	 * content ends
	 */
	int read(long position, ByteBuffer target);

}
