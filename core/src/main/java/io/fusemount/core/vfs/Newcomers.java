package io.fusemount.core.vfs;

import java.time.Duration;
import java.util.LinkedHashMap;

import io.fusemount.core.node.NodeKey;

/**
 * Stored files that programs have created lately: some of them are made only to be
 * renamed, under names that nothing tells from others.
 */
final class Newcomers {

	private static final int MAX_FILES = 10_000;

	private final long nanos;

	private final LinkedHashMap<NodeKey, Long> times = new LinkedHashMap<>();

	Newcomers(Duration duration) {
		this.nanos = duration.toNanos();
	}

	synchronized void add(NodeKey file) {
		this.times.remove(file);
		this.times.put(file, System.nanoTime());
		if (this.times.size() > MAX_FILES) {
			this.times.remove(this.times.keySet().iterator().next());
		}
	}

	synchronized boolean contains(NodeKey file) {
		Long time = this.times.get(file);
		return time != null && System.nanoTime() - time < this.nanos;
	}

}
