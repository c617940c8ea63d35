package io.fusemount.core.vfs;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;

/**
 * How long what was looked up is taken for true. That is a short time, after which
 * others' changes are seen that nobody tells of; it is a longer one in directories whose
 * changes are told of by somebody who assures that he misses none.
 */
public final class TimeToLive {

	private final Term brief;

	/** What each source of news has assured last. */
	private final Map<ChangeFeed, Term> assured = new ConcurrentHashMap<>();

	/**
	 * Creates the time without any assurance.
	 * @param brief how long something is taken for true if others' changes may go untold
	 */
	public TimeToLive(Duration brief) {
		this.brief = new Term(brief.toNanos());
	}

	/**
	 * A source of news tells of every change from now on, or does so no more.
	 * @param duration how long something may be taken for true, therefore; zero if
	 * changes may go untold from now on, which ends what was assured at once, also for
	 * what was looked up before
	 */
	public synchronized void assure(ChangeFeed source, Duration duration) {
		Term before = this.assured.get(source);
		if (before != null) {
			before.nanos = this.brief.nanos();
		}
		if (duration.isZero()) {
			this.assured.remove(source);
		}
		else {
			this.assured.put(source, new Term(Math.max(this.brief.nanos(), duration.toNanos())));
		}
	}

	/**
	 * Returns what counts for what is looked up in a directory from now on.
	 */
	public Term in(Directory directory) {
		ChangeFeed source = directory.announcedBy();
		Term term = (source != null) ? this.assured.get(source) : null;
		return (term != null) ? term : this.brief;
	}

	/**
	 * Returns what counts for what others may have changed without its being told.
	 */
	public Term brief() {
		return this.brief;
	}

	/**
	 * A time for which what was looked up is taken for true, and which may become a
	 * shorter one meanwhile.
	 */
	public static final class Term {

		private volatile long nanos;

		private Term(long nanos) {
			this.nanos = nanos;
		}

		/**
		 * Returns the whole time as it is now.
		 * @return nanoseconds
		 */
		public long nanos() {
			return this.nanos;
		}

	}

}
