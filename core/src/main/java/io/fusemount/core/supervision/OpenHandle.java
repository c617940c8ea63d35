package io.fusemount.core.supervision;

import java.time.Instant;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory that a program has open.
 *
 * @param id its number, never used again
 * @param path where it is on the mount, as far as that is known
 * @param mode what it is open for
 * @param dirty whether something is to be stored
 * @param dirtyBytes how much of that is content; what the handles of a file have written
 * together
 * @param opened when it was opened
 * @param opener who has opened it, {@code null} if that is not known
 */
public record OpenHandle(long id, String path, Mode mode, boolean dirty, long dirtyBytes, Instant opened,
		@Nullable Caller opener) {

	/**
	 * What a handle is open for.
	 */
	public enum Mode {

		/** Reading a file. */
		READ,

		/** Writing to a file, and perhaps reading it. */
		WRITE,

		/** Listing a directory. */
		LIST

	}

}
