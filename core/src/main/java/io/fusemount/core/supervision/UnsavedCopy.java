package io.fusemount.core.supervision;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A file with bytes that could not be stored.
 *
 * @param user the user who has written the file
 * @param path the path of the file
 * @param size its length in bytes
 * @param bytes the number of bytes that were written; the rest are holes
 * @param kept the time from which the copy has been kept
 * @param modified the time at which the bytes were written
 */
public record UnsavedCopy(int user, Path path, long size, long bytes, Instant kept, Instant modified) {

	/**
	 * Returns the name: the time, a number, and the name of the original file.
	 */
	public String name() {
		return this.path.getFileName().toString();
	}

}
