package io.fusemount.core.inode;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A row or a local file that this process knows, whatever its name: who has it open, what
 * its versions were, and whether it is new. {@link InodeTable} guards it.
 */
final class Inode {

	final NodeKey key;

	/** Its open state that stands for the newest version. */
	@Nullable OpenFile open;

	final VersionLine versions = new VersionLine();

	/** Whether another file is about to replace its content. */
	boolean replacing;

	private boolean created;

	private long since;

	private @Nullable Maker maker;

	private @Nullable NodeKey seenAs;

	Inode(NodeKey key) {
		this.key = key;
	}

	/** A program has created it now, in the directory with this key. */
	void create(NodeKey directory) {
		this.created = true;
		this.since = System.nanoTime();
		this.maker = Maker.of(Caller.current(), directory);
		this.seenAs = null;
	}

	/** It is one file among others from now on. */
	void settle() {
		this.created = false;
		this.maker = null;
		this.seenAs = null;
	}

	/** Programs have seen it as another one, until it was stored. */
	void seenAs(NodeKey other) {
		if (this.created) {
			this.seenAs = other;
		}
	}

	/** Returns what programs have seen it as first, or {@code null}. */
	@Nullable NodeKey seenAs() {
		return this.seenAs;
	}

	/** Whether a program has created it within so many nanoseconds. */
	boolean isCreatedWithin(long nanos) {
		return this.created && System.nanoTime() - this.since < nanos;
	}

	/**
	 * Returns who has created it, or {@code null} if it is no new one, or nobody knows.
	 */
	@Nullable Maker maker() {
		return this.maker;
	}

	/** Whether nothing is known of it that its row does not say. */
	boolean isIdle() {
		return this.open == null && !this.replacing && !this.created && this.versions.isEmpty()
				&& !this.versions.isParting();
	}

}
