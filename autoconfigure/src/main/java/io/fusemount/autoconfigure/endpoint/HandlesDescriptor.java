package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.supervision.OpenHandles;
import io.fusemount.core.supervision.Supervision;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The open handles of a mount.
 *
 * @param total the total number of open handles
 * @param handles the oldest of the handles
 */
public record HandlesDescriptor(int total, List<HandleDescriptor> handles) implements OperationResponseBody {

	static HandlesDescriptor of(Supervision supervision, int limit) {
		OpenHandles open = supervision.handles(limit);
		Instant now = Instant.now();
		return new HandlesDescriptor(open.total(),
				open.handles().stream().map((handle) -> HandleDescriptor.of(handle, now)).toList());
	}

}
