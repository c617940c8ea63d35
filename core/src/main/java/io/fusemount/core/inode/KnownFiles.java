package io.fusemount.core.inode;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The inodes of files by the keys of their rows. An inode stays as long as anything
 * refers to it: a name, a handle, a running operation, or the kernel. {@link InodeTable}
 * guards it.
 */
final class KnownFiles {

	private final Map<NodeKey, Known> byKey = new HashMap<>();

	private final ReferenceQueue<FileInode> unused = new ReferenceQueue<>();

	@Nullable FileInode get(NodeKey key) {
		Known known = this.byKey.get(key);
		return (known != null) ? known.get() : null;
	}

	/** Returns the inode that had the key before. */
	@Nullable FileInode put(FileInode inode) {
		forgetUnused();
		Known before = this.byKey.put(inode.key, new Known(inode, this.unused));
		return (before != null) ? before.get() : null;
	}

	/** Returns the inode that has the key already. */
	@Nullable FileInode putIfAbsent(FileInode inode) {
		FileInode known = get(inode.key);
		if (known == null) {
			put(inode);
		}
		return known;
	}

	void remove(FileInode inode) {
		if (get(inode.key) == inode) {
			this.byKey.remove(inode.key);
		}
	}

	private void forgetUnused() {
		for (Reference<?> gone = this.unused.poll(); gone != null; gone = this.unused.poll()) {
			this.byKey.remove(((Known) gone).key, gone);
		}
	}

	private static final class Known extends WeakReference<FileInode> {

		private final NodeKey key;

		Known(FileInode inode, ReferenceQueue<FileInode> unused) {
			super(inode, unused);
			this.key = inode.key;
		}

	}

}
