package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.mount.MountState;
import io.fusemount.core.supervision.ReleasedHandle;
import io.fusemount.core.supervision.UnstoredFiles;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What the endpoint tells of a change that it has made, or tried.
 *
 * @param mount the name of the mount
 * @param action what was to be done
 * @param state where the mount is in its life afterwards
 * @param failure why that was not possible, or not all of it, {@code null} if it was
 * @param unstored which files have changes that are not stored, after they were to be
 * @param released what has become of the handle that was released
 */
public record ChangeDescriptor(String mount, MountAction action, MountState state, @Nullable String failure,
		@Nullable UnstoredFiles unstored, @Nullable ReleasedHandle released) implements OperationResponseBody {

}
