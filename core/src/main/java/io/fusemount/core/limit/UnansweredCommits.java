package io.fusemount.core.limit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Commits that were sent to the database and have had no answer for longer than any other
 * answer is waited for. The wait continues nevertheless, because the outcome of such a
 * commit is unknown.
 */
public final class UnansweredCommits {

	/** The time at which each commit was sent, by {@link System#nanoTime()}. */
	private final Map<Object, Long> sent = new ConcurrentHashMap<>();

	/**
	 * Adds a commit.
	 * @param commit the object that waits for the commit
	 * @param sentNanos the time at which the commit was sent, by
	 * {@link System#nanoTime()}
	 */
	public void add(Object commit, long sentNanos) {
		this.sent.put(commit, sentNanos);
	}

	/**
	 * Removes a commit that has ended in any way, or was never added.
	 */
	public void remove(Object commit) {
		this.sent.remove(commit);
	}

	/**
	 * Returns how long the oldest commit has had no answer; zero if there is none.
	 */
	public Duration oldest() {
		long now = System.nanoTime();
		return Duration.ofNanos(this.sent.values().stream().mapToLong((since) -> now - since).reduce(0, Math::max));
	}

}
