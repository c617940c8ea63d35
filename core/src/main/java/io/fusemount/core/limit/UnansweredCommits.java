package io.fusemount.core.limit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Commits that were sent to the database and have had no answer for longer than one is
 * waited for in all other cases. They are waited for nevertheless: nobody knows whether
 * they have been done.
 */
public final class UnansweredCommits {

	/** When each was sent, by {@link System#nanoTime()}. */
	private final Map<Object, Long> sent = new ConcurrentHashMap<>();

	/**
	 * Adds one.
	 * @param commit whoever waits for it
	 * @param sentNanos when it was sent, by {@link System#nanoTime()}
	 */
	public void add(Object commit, long sentNanos) {
		this.sent.put(commit, sentNanos);
	}

	/**
	 * Removes one that has ended, however, or was never added.
	 */
	public void remove(Object commit) {
		this.sent.remove(commit);
	}

	/**
	 * Returns how long the oldest of them has had no answer; zero if there is none.
	 */
	public Duration oldest() {
		long now = System.nanoTime();
		return Duration.ofNanos(this.sent.values().stream().mapToLong((since) -> now - since).reduce(0, Math::max));
	}

}
