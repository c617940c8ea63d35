package io.fusemount.core.supervision;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A file with bytes that could not be stored.
 *
 * @param user the user who has written it
 * @param path where it is
 * @param size its length in bytes
 * @param bytes how many of them were written; the others are holes
 * @param kept since when it is here
 * @param modified when the bytes were written
 */
public record UnsavedCopy(int user, Path path, long size, long bytes, Instant kept, Instant modified) {

	/**
	 * Returns its name: the time, a number, and the name of the file that the bytes were
	 * for.
	 */
	public String name() {
		return this.path.getFileName().toString();
	}

}
