package io.fusemount.core.vfs;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;

/**
 * How long a lookup stays valid. The time is short where changes of others may go
 * unreported. It is longer in directories whose changes are reported by a feed that
 * guarantees to miss none.
 */
public final class TimeToLive {

	private final Term brief;

	/** The term that each feed currently guarantees. */
	private final Map<ChangeFeed, Term> assured = new ConcurrentHashMap<>();

	/**
	 * Creates the time to live without any guarantee.
	 * @param brief how long a lookup stays valid if changes of others may go unreported
	 */
	public TimeToLive(Duration brief) {
		this.brief = new Term(brief.toNanos());
	}

	/**
	 * Starts or ends the guarantee of a feed to report every change.
	 * @param duration how long a lookup stays valid under the guarantee; zero if changes
	 * may go unreported from now on, which ends the guarantee at once, also for earlier
	 * lookups
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
	 * Returns the term of new lookups in a directory.
	 */
	public Term in(Directory directory) {
		ChangeFeed source = directory.announcedBy();
		Term term = (source != null) ? this.assured.get(source) : null;
		return (term != null) ? term : this.brief;
	}

	/**
	 * Returns the term of lookups whose changes may go unreported.
	 */
	public Term brief() {
		return this.brief;
	}

	/**
	 * The time for which a lookup stays valid. It may become shorter after the lookup.
	 */
	public static final class Term {

		private volatile long nanos;

		private Term(long nanos) {
			this.nanos = nanos;
		}

		/**
		 * Returns the current duration, counted from the lookup.
		 * @return the duration in nanoseconds
		 */
		public long nanos() {
			return this.nanos;
		}

	}

}
