package io.fusemount.core.inode;

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

	Found(@Nullable Inode inode, Lease lease, long since) {
		this.inode = inode;
		this.lease = lease;
		this.since = since;
	}

	boolean counts() {
		return !this.doubted && this.lease.isValid();
	}

	/** Whether it should be looked up along with others. */
	boolean isEndingFile() {
		return this.inode instanceof FileInode && (this.doubted || this.lease.isEnding());
	}

}
