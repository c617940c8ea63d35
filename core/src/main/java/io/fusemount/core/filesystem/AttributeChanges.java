package io.fusemount.core.filesystem;

import java.time.Instant;

import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.namespace.ChangeGuard;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.FileSystemSettings;
import org.jspecify.annotations.Nullable;

/**
 * The changes of sizes, times, modes and owners: stored, ignored or refused.
 */
final class AttributeChanges {

	private static final int PERMISSIONS = 0777;

	private final FileSystemSettings settings;

	private final FileTree tree;

	private final InodeTable inodes;

	private final OpenFiles openFiles;

	private final ChangeGuard guard;

	private final StatusView statuses;

	private final Commits commits;

	private final Changes changes;

	AttributeChanges(FileSystemSettings settings, Tables tables, FileTree tree, OpenFiles openFiles, ChangeGuard guard,
			StatusView statuses, Commits commits) {
		this.settings = settings;
		this.tree = tree;
		this.inodes = tables.inodes();
		this.openFiles = openFiles;
		this.guard = guard;
		this.statuses = statuses;
		this.commits = commits;
		this.changes = tables.changes();
	}

	void setSize(Node node, long size) {
		RegularFile file = ChangeGuard.requireFile(node);
		this.guard.requireWritable(file);
		OpenFile open = this.changes.refreshing(file.key(), () -> this.openFiles.open(file, true));
		Place found = this.tree.place(file);
		try {
			if (found != null) {
				open.foundAt(found);
			}
			if (open.size() != size) {
				this.commits.truncate(open, size);
				if (!this.inodes.isOpenForWritingElsewhere(open)) {
					this.commits.commit(open);
				}
			}
		}
		finally {
			this.openFiles.release(open, true);
		}
	}

	void setModified(Node node, Instant modified) {
		if (node instanceof Directory directory && directory.canCreateDirectories()) {
			this.guard.requireNotReadOnly();
			this.changes.timeSet(directory, modified);
			return;
		}
		if (!(node instanceof RegularFile file)) {
			this.guard.requireSame(false, "The times of a directory cannot be set",
					"Let them be ignored, as changes of mode and owner are");
			return;
		}
		this.guard.requireWritable(file);
		OpenFile open = this.inodes.hold(file);
		if (open == null) {
			this.changes.timesSet(file, update(file, modified));
			return;
		}
		try {
			open.exclusively(() -> setModified(open, modified));
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	/** What is not committed yet gets its time with that. */
	private @Nullable RegularFile setModified(OpenFile open, Instant modified) {
		RegularFile committed = open.committed();
		if (committed == null || open.isDirty() || open.isDetached() || open.isScratch()) {
			open.setModified(modified);
			return committed;
		}
		RegularFile updated = update(committed, modified);
		open.refresh(updated);
		this.changes.timesSet(committed, updated);
		return updated;
	}

	private RegularFile update(RegularFile file, Instant modified) {
		return this.changes.refreshing(file.key(), () -> file.update(new FileChanges(null, modified)));
	}

	void setPermissions(Node node, int permissions) {
		this.guard.requireNotReadOnly();
		this.guard.requireSame((permissions & PERMISSIONS) == this.statuses.of(node).permissions(),
				"The mode of a mount's files cannot change", "Set fusemount.umask instead");
	}

	void setOwner(int uid, int gid) {
		this.guard.requireNotReadOnly();
		this.guard.requireSame((uid == -1 || uid == this.settings.uid()) && (gid == -1 || gid == this.settings.gid()),
				"The owner of a mount's files cannot change", "Set fusemount.uid and fusemount.gid instead");
	}

	void setAccessList() {
		this.guard.requireNotReadOnly();
		this.guard.requireSame(false, "A mount's files have no access control lists", "Set fusemount.umask instead");
	}

}
