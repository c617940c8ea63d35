package io.fusemount.core.node;

import java.nio.ByteBuffer;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * New content described by its differences from the content that it replaces. A file that
 * {@linkplain RegularFile#isPatchable() accepts patches} stores the changed ranges and
 * leaves the rest in place. Only the changed ranges can then be read, because the rest
 * was never fetched. For any other file, the patch provides the whole content.
 */
public interface ContentPatch extends ContentSource {

	/**
	 * Returns the number of bytes, from the start of the replaced content, that remain.
	 * All later bytes outside of the changed ranges are zeros.
	 */
	long kept();

	/**
	 * Returns the changed ranges in ascending order. They neither overlap nor touch, and
	 * none extends beyond the size.
	 */
	List<ByteRange> changed();

	/**
	 * Fills the buffer with bytes of a changed range, from the given position on.
	 * @return the number of bytes read; fewer than the buffer has room for only at the
	 * end of the content
	 */
	int read(long position, ByteBuffer target);

	/**
	 * Fills the whole buffer with bytes of a changed range, from the given position on.
	 * @throws ErrnoException {@code EIO} if the content ends before
	 */
	default void readFully(long position, ByteBuffer target) {
		int start = target.position();
		while (target.hasRemaining()) {
			long at = position + target.position() - start;
			if (read(at, target) <= 0) {
				throw new ErrnoException(Errno.EIO, "The content ended at " + at + " of " + size() + " bytes");
			}
		}
	}

}
