package io.fusemount.core.vfs;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.node.Directory;

/**
 * How long what was looked up is taken for true. That is a short time, after which
 * others' changes are seen that nobody tells of; it is a longer one while those who tell
 * of them assure that they miss none.
 */
public final class TimeToLive {

	private final Term brief;

	/** What each source has assured last; zero if it does so no more. */
	@GuardedBy("this")
	private final Map<Object, Duration> assured = new HashMap<>();

	private volatile Term term;

	/**
	 * Creates the time without any assurance.
	 * @param brief how long something is taken for true if others' changes may go untold
	 */
	public TimeToLive(Duration brief) {
		this.brief = new Term(brief.toNanos());
		this.term = new Term(brief.toNanos());
	}

	/**
	 * A source of news tells of every change from now on. Where there are several, all of
	 * those have to that have ever done so.
	 * @param source the source, the same object each time
	 * @param duration how long something may be taken for true, therefore; zero if
	 * changes may go untold from now on, which ends what was assured at once, also for
	 * what was looked up before
	 */
	public synchronized void assure(Object source, Duration duration) {
		this.assured.put(source, duration);
		long nanos = Math.max(this.brief.nanos(), Collections.min(this.assured.values()).toNanos());
		this.term.nanos = this.brief.nanos();
		this.term = new Term(nanos);
	}

	/**
	 * Returns what counts for what is looked up in a directory from now on.
	 */
	public Term in(Directory directory) {
		return directory.announcesChanges() ? this.term : this.brief;
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
