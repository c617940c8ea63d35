package io.fusemount.autoconfigure.endpoint;

import java.time.Duration;
import java.time.Instant;

import io.fusemount.core.operation.Caller;
import io.fusemount.core.supervision.OpenHandle;
import org.jspecify.annotations.Nullable;

/**
 * A file or directory that a program has open.
 *
 * @param id the number to release it by
 * @param path the path on the mount
 * @param mode the access for which it is open
 * @param dirty whether it has changes to store
 * @param dirtyBytes the number of changed bytes of content, over all handles of the file
 * @param age how long it has been open
 * @param uid the user that opened it, if known
 * @param pid the process that opened it, if known
 */
public record HandleDescriptor(long id, String path, OpenHandle.Mode mode, boolean dirty, long dirtyBytes, Duration age,
		@Nullable Integer uid, @Nullable Integer pid) {

	static HandleDescriptor of(OpenHandle handle, Instant now) {
		Caller opener = handle.opener();
		Duration age = Duration.between(handle.opened(), now);
		return new HandleDescriptor(handle.id(), handle.path(), handle.mode(), handle.dirty(), handle.dirtyBytes(),
				age.isNegative() ? Duration.ZERO : age, (opener != null) ? opener.uid() : null,
				(opener != null) ? opener.pid() : null);
	}

}
