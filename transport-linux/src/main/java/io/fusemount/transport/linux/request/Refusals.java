package io.fusemount.transport.linux.request;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The threads that were made to look a name up once more, with the result of the look-up.
 * The kernel does so once for each call, so a thread that comes back with the result must
 * not be refused again. A thread that finds nothing does not come back, and opens another
 * file later.
 */
final class Refusals {

	private static final int MAX = 1024;

	private static final long NOTHING = 0;

	/** The number of the node that each thread has found since. */
	@GuardedBy("this")
	private final Map<Integer, Long> found = new LinkedHashMap<>();

	/** Whether there are any such threads. */
	private volatile boolean any;

	synchronized void begin(int thread) {
		if (this.found.size() == MAX) {
			this.found.remove(this.found.keySet().iterator().next());
		}
		this.found.put(thread, NOTHING);
		this.any = true;
	}

	/**
	 * Records the result of a thread's look-up.
	 * @param node the number of the node
	 */
	void found(int thread, long node) {
		if (this.any) {
			synchronized (this) {
				this.found.computeIfPresent(thread, (known, before) -> node);
			}
		}
	}

	/**
	 * Returns whether the thread was refused and has found this node since. The thread
	 * then no longer counts as refused.
	 */
	boolean end(int thread, long node) {
		if (!this.any) {
			return false;
		}
		synchronized (this) {
			Long last = this.found.remove(thread);
			this.any = !this.found.isEmpty();
			return last != null && last == node;
		}
	}

}
