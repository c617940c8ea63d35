package io.fusemount.core.supervision;

import java.time.Instant;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory that a program has open.
 *
 * @param id the number of the handle, never reused
 * @param path the path on the mount, as far as it is known
 * @param mode the access for which it is open
 * @param dirty whether it has changes to store
 * @param dirtyBytes the number of changed bytes of content, over all handles of the file
 * @param opened the time at which it was opened
 * @param opener the process that opened it, {@code null} if unknown
 */
public record OpenHandle(long id, String path, Mode mode, boolean dirty, long dirtyBytes, Instant opened,
		@Nullable Caller opener) {

	/**
	 * The access for which a handle is open.
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
