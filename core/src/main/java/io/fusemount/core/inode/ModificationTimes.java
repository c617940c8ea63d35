package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * When the names of directories changed last, as far as this process has seen it.
 */
public final class ModificationTimes {

	private final InodeTable inodes;

	private final KnownDirectories directories;

	private final Clock clock;

	public ModificationTimes(Names names, Clock clock) {
		this.inodes = names.inodes;
		this.directories = names.directories;
		this.clock = clock;
	}

	/**
	 * Returns when the names of a directory changed last, as far as the caller sees them.
	 */
	public Instant of(Directory directory) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			DirectoryInode known = this.directories.get(key);
			DirectoryTimes times = (known != null) ? known.seenTimes(Ticket.known(directory)) : null;
			return (times != null && times.changed != null) ? times.changed : directory.attributes().modified();
		}
	}

	/**
	 * Returns the times that the caller sees, {@code null} if not all callers see the
	 * same and this one has seen nothing yet.
	 */
	private static @Nullable DirectoryTimes times(DirectoryInode inode, Directory directory) {
		Audiences audiences = directory.audiences();
		Object audience = (audiences != null) ? audiences.known() : null;
		return (audiences == null || audience != null) ? inode.times(audience) : null;
	}

	/**
	 * Records a change of the names in a directory.
	 */
	public void touch(Directory directory) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			touch(this.directories.get(key, directory));
		}
	}

	/** Others who do not see the same have not seen it. */
	private void touch(DirectoryInode inode) {
		DirectoryTimes times = times(inode, inode.directory);
		if (times != null) {
			times.change(this.clock.instant());
		}
	}

	/**
	 * Records that a directory whose key is known has changed.
	 */
	public void touch(NodeKey directory) {
		synchronized (this.inodes) {
			DirectoryInode known = this.directories.get(directory);
			if (known != null) {
				touch(known);
			}
		}
	}

	/**
	 * Lets a directory show a time until its next change.
	 */
	public void set(Directory directory, Instant modified) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			DirectoryTimes times = times(this.directories.get(key, directory), directory);
			if (times != null) {
				times.set(modified);
			}
		}
	}

	/**
	 * Records a change of a node by others.
	 * @param directory where the node was known to be, or {@code null}
	 * @return the directories that it may be in
	 */
	public List<NodeKey> touchByOthers(NodeKey node, @Nullable NodeKey directory) {
		synchronized (this.inodes) {
			if (directory != null) {
				touch(directory);
				return List.of(directory);
			}
			List<NodeKey> changed = new ArrayList<>();
			Instant now = this.clock.instant();
			this.directories.all().forEach((possible) -> {
				if (possible.times.mayHold(node.space())) {
					possible.times.change(now);
					changed.add(possible.key());
				}
			});
			return changed;
		}
	}

	/**
	 * Records that others may have changed names anywhere.
	 */
	public void touchAll() {
		synchronized (this.inodes) {
			Instant now = this.clock.instant();
			this.directories.all().forEach((directory) -> directory.times.change(now));
		}
	}

	/**
	 * Records what a complete listing has found. If nobody has reported the difference,
	 * it is a change now.
	 * @param since {@link #of} when the listing began
	 */
	public void listed(Directory directory, Instant since, long names) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			DirectoryTimes times = times(this.directories.get(key, directory), directory);
			if (times != null && times.list(since, of(directory), names)) {
				times.change(this.clock.instant());
			}
			if (times != null) {
				times.listed(of(directory), names);
			}
		}
	}

	/**
	 * Records that a node is in a directory.
	 */
	public void holds(Directory directory, NodeKey node) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			this.directories.get(key, directory).times.found(node.space());
		}
	}

}
