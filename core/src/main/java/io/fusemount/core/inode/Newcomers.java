package io.fusemount.core.inode;

import java.time.Duration;
import java.util.LinkedHashMap;

import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Stored files that programs have created lately: some of them are made only to be
 * renamed, under names that nothing tells from others.
 */
public final class Newcomers {

	private static final int MAX_FILES = 10_000;

	private final long nanos;

	private final LinkedHashMap<NodeKey, Newcomer> files = new LinkedHashMap<>();

	public Newcomers(Duration duration) {
		this.nanos = duration.toNanos();
	}

	synchronized void add(NodeKey file) {
		this.files.remove(file);
		this.files.put(file, new Newcomer(System.nanoTime(), null));
		if (this.files.size() > MAX_FILES) {
			this.files.remove(this.files.keySet().iterator().next());
		}
	}

	/** Programs have seen the file as another one, until it was closed. */
	synchronized void seenAs(NodeKey file, NodeKey other) {
		this.files.computeIfPresent(file, (key, newcomer) -> new Newcomer(newcomer.since(), other));
	}

	/** Returns what programs may still take the file for, or {@code null}. */
	public synchronized @Nullable NodeKey seenAs(NodeKey file) {
		Newcomer newcomer = this.files.get(file);
		return (newcomer != null && isRecent(newcomer)) ? newcomer.seenAs() : null;
	}

	public synchronized boolean contains(NodeKey file) {
		Newcomer newcomer = this.files.get(file);
		return newcomer != null && isRecent(newcomer);
	}

	private boolean isRecent(Newcomer newcomer) {
		return System.nanoTime() - newcomer.since() < this.nanos;
	}

	/** Since when a file is there, and as what programs have seen it first. */
	private record Newcomer(long since, @Nullable NodeKey seenAs) {

	}

}
