package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.TransportSession;

/**
 * The workers of a mount.
 *
 * @param active the number of workers that serve an operation
 * @param waiting the number of active workers that wait for a database permit, for an
 * answer of the database or for a lock
 * @param storing the number of waiting workers that wait while others use the database;
 * up to three times the limit, other workers take their place
 * @param limit the maximum number of workers that serve operations at once
 */
public record ExecutorDescriptor(int active, int waiting, int storing, int limit) {

	static ExecutorDescriptor of(Mount mount) {
		int limit = mount.options().workers();
		TransportSession session = mount.session();
		return (session != null) ? new ExecutorDescriptor(session.activeWorkers(), session.waitingWorkers(),
				session.storingWorkers(), limit) : new ExecutorDescriptor(0, 0, 0, limit);
	}

}
