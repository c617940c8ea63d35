package io.fusemount.core.mount;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The deadlines of all operations of a mount that wait for others, which can be
 * shortened.
 */
final class Patience {

	private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();

	/** Limits the time of everything in progress. */
	void shorten(Duration timeout) {
		this.deadlines.forEach((deadline) -> deadline.shorten(timeout));
	}

	/** Runs work whose deadline can be shortened. */
	void run(Deadline deadline, Runnable work) {
		this.deadlines.add(deadline);
		try {
			work.run();
		}
		finally {
			this.deadlines.remove(deadline);
		}
	}

}
