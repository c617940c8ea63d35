package io.fusemount.transport.linux.request;

import java.util.LinkedHashSet;
import java.util.Set;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The threads of programs that were sent to look a name up once more. The kernel does so
 * once for each call: who comes again must not be refused again.
 */
final class Refusals {

	private static final int MAX = 1024;

	@GuardedBy("this")
	private final Set<Integer> threads = new LinkedHashSet<>();

	synchronized void add(int thread) {
		if (this.threads.size() == MAX) {
			this.threads.remove(this.threads.iterator().next());
		}
		this.threads.add(thread);
	}

	/** Returns whether the thread was refused, which it is not any more. */
	synchronized boolean remove(int thread) {
		return this.threads.remove(thread);
	}

}
