package io.fusemount.core.inode;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * A file, a directory or a link that this process knows. An inode is one object for as
 * long as it is known, whatever happens to its name, its row and its content; if it is
 * another thing, it is another object. {@link InodeTable} guards it.
 */
public abstract sealed class Inode permits FileInode, DirectoryInode, LinkInode {

	/** Where programs see it, or where it is to be created. */
	volatile @Nullable Place place;

	volatile @Nullable Maker maker;

	/** The number of the last change of it by this process. */
	long changedAt;

	Inode(@Nullable Maker maker) {
		this.maker = maker;
	}

	/**
	 * Returns the identity: that of the row, or one of its own as long as there is none.
	 */
	public abstract NodeKey key();

	/**
	 * Returns what callers of the filesystem get.
	 */
	public abstract Node node();

	/**
	 * Returns where programs see it, or will, or have seen it last; {@code null} if that
	 * is unknown.
	 */
	public @Nullable Place place() {
		return this.place;
	}

	/**
	 * Returns who has made it, {@code null} if it always had a row.
	 */
	public @Nullable Maker maker() {
		return this.maker;
	}

	/**
	 * Returns where its source has it, {@code null} if that is unknown.
	 */
	public @Nullable Place storedAt() {
		return this.place;
	}

}
