package io.fusemount.core.operation;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * The target of {@code lseek} in a file, at or after an offset.
 */
public enum Seek {

	/** Bytes that may differ from zero. */
	DATA,

	/** A range that reads as zeros and takes no space, or the end of the file. */
	HOLE;

	/**
	 * Returns the offset of the target in a file without holes.
	 * @throws ErrnoException {@code ENXIO} if the position is not within the file
	 */
	public long inData(long position, long size) {
		requireWithin(position, size);
		return (this == DATA) ? position : size;
	}

	/**
	 * Returns an offset of the file.
	 * @throws ErrnoException {@code ENXIO} if it is not within the file
	 */
	public static long requireWithin(long offset, long size) {
		if (offset < 0 || offset >= size) {
			throw new ErrnoException(Errno.ENXIO, "There is nothing at or after offset " + offset);
		}
		return offset;
	}

}
