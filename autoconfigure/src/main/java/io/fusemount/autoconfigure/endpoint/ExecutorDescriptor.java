package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.TransportSession;

/**
 * What the endpoint tells of the workers of a mount.
 *
 * @param active how many serve an operation
 * @param waiting how many of these wait for their turn at the database, for its answer or
 * for a lock
 * @param storing how many of those wait while others use the database; up to three times
 * the limit, others serve in their place
 * @param limit how many can serve operations at one time
 */
public record ExecutorDescriptor(int active, int waiting, int storing, int limit) {

	static ExecutorDescriptor of(Mount mount) {
		int limit = mount.options().workers();
		TransportSession session = mount.session();
		return (session != null) ? new ExecutorDescriptor(session.activeWorkers(), session.waitingWorkers(),
				session.storingWorkers(), limit) : new ExecutorDescriptor(0, 0, 0, limit);
	}

}
