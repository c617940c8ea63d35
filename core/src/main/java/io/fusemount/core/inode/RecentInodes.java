package io.fusemount.core.inode;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;

/**
 * The inodes that are known for what has become of them lately: of those that were
 * committed, the versions; of those that programs have created, that they are new. Each
 * call may give up the one that has been here for the longest time, which is returned:
 * else the one that it was called for. {@link InodeTable} guards it.
 */
final class RecentInodes {

	private static final int MAX_COMMITTED = 1000;

	private static final int MAX_CREATED = HeapRoom.of(10_000);

	private final Set<Inode> committed = new LinkedHashSet<>();

	private final Set<Inode> created = new LinkedHashSet<>();

	private final Creations creations = new Creations();

	Inode committed(Inode inode) {
		Inode oldest = add(this.committed, inode, MAX_COMMITTED);
		if (oldest != inode) {
			oldest.versions.clear();
		}
		return oldest;
	}

	/** A program has created it now, in the directory with this key. */
	Inode created(Inode inode, NodeKey directory) {
		this.creations.remove(inode);
		inode.create(directory);
		this.creations.add(inode);
		Inode oldest = add(this.created, inode, MAX_CREATED);
		if (oldest != inode) {
			this.creations.remove(oldest);
			oldest.settle();
		}
		return oldest;
	}

	/** Returns those that a program has created in a directory, the newest first. */
	Stream<Inode> createdBy(Caller program, NodeKey directory) {
		return this.creations.by(Maker.of(program, directory));
	}

	/** Its versions are not known any more. */
	void uncommitted(Inode inode) {
		this.committed.remove(inode);
	}

	private static Inode add(Set<Inode> inodes, Inode inode, int most) {
		inodes.remove(inode);
		inodes.add(inode);
		if (inodes.size() <= most) {
			return inode;
		}
		Iterator<Inode> eldest = inodes.iterator();
		Inode oldest = eldest.next();
		eldest.remove();
		return oldest;
	}

}
