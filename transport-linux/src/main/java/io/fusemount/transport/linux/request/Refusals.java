package io.fusemount.transport.linux.request;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The threads of programs that were sent to look a name up once more, and what they have
 * found. The kernel does so once for each call: who comes again with that must not be
 * refused again. Who finds nothing does not come again, and opens something else later.
 */
final class Refusals {

	private static final int MAX = 1024;

	private static final long NOTHING = 0;

	/** The number of the node that each has found since. */
	@GuardedBy("this")
	private final Map<Integer, Long> found = new LinkedHashMap<>();

	/** Whether there is any. */
	private volatile boolean any;

	synchronized void begin(int thread) {
		if (this.found.size() == MAX) {
			this.found.remove(this.found.keySet().iterator().next());
		}
		this.found.put(thread, NOTHING);
		this.any = true;
	}

	/**
	 * Takes note of what a thread has found.
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
	 * Returns whether the thread was refused, and has found this node since. It does not
	 * count as refused any more.
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
