package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;

import io.fusemount.core.mount.Departure;
import io.fusemount.core.mount.Mount;
import org.jspecify.annotations.Nullable;

/**
 * How the mount has gone to another process.
 *
 * @param process the process that has it
 * @param at when this process left it
 */
public record DepartureDescriptor(long process, Instant at) {

	static @Nullable DepartureDescriptor of(Mount mount) {
		Departure departure = mount.departure();
		return (departure != null) ? new DepartureDescriptor(departure.process(), departure.at()) : null;
	}

}
