package io.fusemount.core.filesystem;

import java.time.Instant;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.LocalChanges;
import io.fusemount.core.namespace.Guard;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.FailureReports;
import io.fusemount.core.save.Openings;
import io.fusemount.core.save.Releases;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.vfs.FileSystemSettings;

/**
 * The changes of sizes, times, modes and owners: stored, ignored or refused.
 */
final class AttributeChanges {

	private static final int PERMISSIONS = 0777;

	private final FileSystemSettings settings;

	private final InodeTable inodes;

	private final Bindings bindings;

	private final Openings openings;

	private final Releases releases;

	private final Commits commits;

	private final Guard guard;

	private final StatusView statuses;

	private final Changes changes;

	private final FailureReports reports;

	private final ContentCache contents;

	AttributeChanges(FileSystemSettings settings, InodeTable inodes, Bindings bindings, Openings openings,
			Releases releases, Commits commits, Guard guard, StatusView statuses, Changes changes,
			FailureReports reports, ContentCache contents) {
		this.settings = settings;
		this.inodes = inodes;
		this.bindings = bindings;
		this.openings = openings;
		this.releases = releases;
		this.commits = commits;
		this.guard = guard;
		this.statuses = statuses;
		this.changes = changes;
		this.reports = reports;
		this.contents = contents;
	}

	void setSize(Node node, long size) {
		RegularFile found = Guard.requireFile(node);
		this.guard.requireWritable(found);
		FileInode file = this.changes.refreshing(found.key(), () -> this.openings.open(found, true, true));
		try {
			if (file.size() != size) {
				file.label();
				this.reports.change(file, () -> LocalChanges.truncate(file, size));
				if (!this.inodes.isOpenForWritingElsewhere(file)) {
					this.commits.commit(file);
				}
			}
		}
		finally {
			this.releases.release(file, true);
		}
	}

	void setModified(Node node, Instant modified) {
		if (node instanceof Directory directory && directory.canCreateDirectories()) {
			this.guard.requireNotReadOnly();
			this.changes.timeSet(directory, modified);
			return;
		}
		if (!(node instanceof RegularFile found)) {
			this.guard.requireSame(false, "The times of a directory cannot be set",
					"Let them be ignored, as changes of mode and owner are");
			return;
		}
		this.guard.requireWritable(found);
		FileInode file = this.inodes.current(found);
		while (!setModifiedIfCurrent(file, modified)) {
			file = this.inodes.current(file);
		}
	}

	private boolean setModifiedIfCurrent(FileInode file, Instant modified) {
		Lock commit = file.exclusive();
		try {
			if (this.inodes.current(file) != file) {
				return false;
			}
			setModified(file, modified);
			return true;
		}
		finally {
			commit.unlock();
		}
	}

	/** What is not stored yet gets its time with that. */
	private void setModified(FileInode file, Instant modified) {
		Revision open = file.open();
		if (open != null && (!file.isStored() || open.isDirty())) {
			open.setModified(modified);
			this.openings.settle(file);
			return;
		}
		RegularFile before = file.requireVersion();
		RegularFile after = this.changes.refreshing(file.key(), () -> before.update(new FileChanges(null, modified)));
		if (open != null) {
			open.refresh(after);
		}
		this.contents.succeeded(before, after);
		this.bindings.updated(file, after);
		this.changes.changed(file);
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
