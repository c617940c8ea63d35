package io.fusemount.transport.linux.uring;

import io.fusemount.core.limit.Demand;
import io.fusemount.core.limit.PermitQueue;

/**
 * The place of a request in the queue of those that arrive while many workers are busy.
 */
final class Turn extends PermitQueue.Place {

	private final RingEntry entry;

	Turn(RingEntry entry) {
		super(Demand.READ, entry.user());
		this.entry = entry;
	}

	RingEntry entry() {
		return this.entry;
	}

}
