package io.fusemount.core.inode;

import io.fusemount.core.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * What the source had under a name when it was asked, or when this process changed it.
 * {@link InodeTable} guards it.
 */
final class Found {

	/** {@code null} for nothing. */
	final @Nullable Inode inode;

	final Lease lease;

	/** The number of changes that it takes into account. */
	final long since;

	/** Whether it has to be looked up again, whatever its lease. */
	boolean doubted;

	/** Whether it is so for everybody, where not all callers see the same. */
	private final boolean certain;

	private @Nullable Verdicts verdicts;

	Found(@Nullable Inode inode, Lease lease, long since) {
		this(inode, lease, since, false);
	}

	private Found(@Nullable Inode inode, Lease lease, long since, boolean certain) {
		this.inode = inode;
		this.lease = lease;
		this.since = since;
		this.certain = certain;
	}

	/**
	 * Returns what this process has made of a name: if it is nothing, nobody sees
	 * anything.
	 * @param ownNames whether others may see something else under the name
	 */
	static Found changed(@Nullable Inode inode, Lease lease, long since, boolean ownNames) {
		return new Found(inode, lease, since, inode == null && !ownNames);
	}

	/** Returns the same of another inode, or with another lease. */
	Found with(Inode heir, Lease ownLease, long number) {
		Found same = new Found(heir, ownLease, number);
		same.doubted = this.doubted;
		same.verdicts = this.verdicts;
		return same;
	}

	boolean counts() {
		return !this.doubted && this.lease.isValid();
	}

	/**
	 * Whether it counts for an audience.
	 * @param audience {@code null} where all callers see the same
	 */
	boolean counts(@Nullable Object audience) {
		return counts() && (audience == null || this.certain || verdict(audience) != null);
	}

	@Nullable Verdict verdict(Object audience) {
		return Verdicts.find(this.verdicts, audience);
	}

	void put(Object audience, Verdict verdict) {
		this.verdicts = Verdicts.with(this.verdicts, audience, verdict);
	}

	/** What others may do with the same inode counts further. */
	void inherit(@Nullable Found before) {
		if (before != null && before.inode == this.inode && !before.doubted) {
			this.verdicts = before.verdicts;
		}
	}

	/**
	 * Returns what an audience sees, for which it {@linkplain #counts(Object) counts}.
	 */
	@Nullable Inode seenBy(@Nullable Object audience) {
		Verdict verdict = (audience != null && !this.certain) ? verdict(audience) : null;
		return (audience == null || verdict != null && verdict.seen()) ? this.inode : null;
	}

	/**
	 * Whether a node is what an audience sees: a directory and a link have a snapshot for
	 * each lookup.
	 */
	boolean standsFor(@Nullable Node node, @Nullable Object audience) {
		Inode seen = seenBy(audience);
		if (seen == null || node == null || seen instanceof FileInode) {
			return seen == node;
		}
		return seen.key().equals(node.key());
	}

	/** Returns how long it counts for an audience, for which it does. */
	long remainingNanos(@Nullable Object audience) {
		Verdict verdict = (audience != null) ? verdict(audience) : null;
		long own = (verdict != null) ? verdict.lease().remainingNanos() : Long.MAX_VALUE;
		return Math.min(own, this.lease.remainingNanos());
	}

	/** Whether it should be looked up along with others. */
	boolean isEndingFile() {
		return this.inode instanceof FileInode && (this.doubted || this.lease.isEnding());
	}

}
