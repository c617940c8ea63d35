package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.mount.MountState;
import io.fusemount.core.supervision.ReleasedHandle;
import io.fusemount.core.supervision.UnstoredFiles;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The report of a change that was made or attempted.
 *
 * @param mount the name of the mount
 * @param action the requested action
 * @param state the state of the mount afterwards
 * @param failure why the change failed or is incomplete, {@code null} if it succeeded
 * @param unstored the files that still have unstored changes after a drain
 * @param released the result of releasing a handle
 */
public record ChangeDescriptor(String mount, MountAction action, MountState state, @Nullable String failure,
		@Nullable UnstoredFiles unstored, @Nullable ReleasedHandle released) implements OperationResponseBody {

}
