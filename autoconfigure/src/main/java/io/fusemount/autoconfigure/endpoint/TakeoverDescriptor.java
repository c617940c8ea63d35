package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.Takeover;
import org.jspecify.annotations.Nullable;

/**
 * How the process has got a mount from another one.
 *
 * @param process the process that had it
 * @param crashed whether that process has crashed
 * @param left when that process left it
 * @param waitedMillis how long programs have waited, in milliseconds
 */
public record TakeoverDescriptor(long process, boolean crashed, Instant left, long waitedMillis) {

	static @Nullable TakeoverDescriptor of(Mount mount) {
		Takeover takeover = Takeover.of(mount);
		return (takeover != null) ? new TakeoverDescriptor(takeover.process(), takeover.crashed(), takeover.left(),
				takeover.waited().toMillis()) : null;
	}

}
