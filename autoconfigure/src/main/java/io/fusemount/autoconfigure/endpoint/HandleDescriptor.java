package io.fusemount.autoconfigure.endpoint;

import java.time.Duration;
import java.time.Instant;

import io.fusemount.core.operation.Caller;
import io.fusemount.core.supervision.OpenHandle;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint tells of a file or directory that a program has open.
 *
 * @param id the number that it is released by
 * @param path where it is on the mount
 * @param mode what it is open for
 * @param dirty whether something is to be stored
 * @param dirtyBytes how much of that is content; what all handles of the file have
 * written together
 * @param age how long it is open
 * @param uid the user that has opened it, if that is known
 * @param pid the process that has opened it, if that is known
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
