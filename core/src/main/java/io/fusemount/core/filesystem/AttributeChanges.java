package io.fusemount.core.filesystem;

import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.LocalChanges;
import io.fusemount.core.namespace.Directories;
import io.fusemount.core.namespace.Guard;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Attempt;
import io.fusemount.core.operation.Presence;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.FailureReports;
import io.fusemount.core.save.Openings;
import io.fusemount.core.save.Releases;
import io.fusemount.core.tree.StatusView;
import io.fusemount.core.vfs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * The changes of sizes, times, modes and owners: stored, ignored or refused.
 */
final class AttributeChanges {

	private static final int PERMISSIONS = 0777;

	private final InodeTable inodes;

	private final Bindings bindings;

	private final Openings openings;

	private final Releases releases;

	private final Commits commits;

	private final Directories directories;

	private final Guard guard;

	private final StatusView statuses;

	private final Changes changes;

	private final FailureReports reports;

	private final ContentCache contents;

	private final AttributeView view;

	AttributeChanges(InodeTable inodes, Bindings bindings, Openings openings, Releases releases, Commits commits,
			Directories directories, Guard guard, StatusView statuses, Changes changes, FailureReports reports,
			ContentCache contents, AttributeView view) {
		this.inodes = inodes;
		this.bindings = bindings;
		this.openings = openings;
		this.releases = releases;
		this.commits = commits;
		this.directories = directories;
		this.guard = guard;
		this.statuses = statuses;
		this.changes = changes;
		this.reports = reports;
		this.contents = contents;
		this.view = view;
	}

	/** Returns the extended attributes as programs see them. */
	AttributeView view() {
		return this.view;
	}

	void setSize(Node node, long size) {
		RegularFile found = Guard.requireFile(node);
		this.guard.requireStorable(found);
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
		change(found, (file) -> setModified(file, modified));
	}

	private void change(RegularFile found, Consumer<FileInode> work) {
		FileInode file = this.inodes.current(found);
		while (!changeIfCurrent(file, work)) {
			file = this.inodes.current(file);
		}
	}

	private boolean changeIfCurrent(FileInode file, Consumer<FileInode> work) {
		Lock commit = file.exclusive();
		try {
			if (this.inodes.current(file) != file) {
				return false;
			}
			work.accept(file);
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
		update(file, open, new FileChanges(null, modified));
	}

	private void update(FileInode file, @Nullable Revision open, FileChanges changes) {
		RegularFile before = file.requireVersion();
		RegularFile after = this.changes.refreshing(file.key(), () -> (open != null)
				? open.journal().watch(file.storedAt(), () -> before.update(changes)) : before.update(changes));
		if (open != null) {
			open.refresh(after);
		}
		this.contents.succeeded(before, after);
		this.bindings.updated(file, after);
		this.changes.changed(file);
	}

	void setPermissions(Node node, int permissions) {
		this.guard.requireNotReadOnly();
		if (node.keeps().contains(Ownership.Part.MODE)) {
			own(node, (now) -> Ownership.ofMode(permissions));
			return;
		}
		this.guard.requireSame((permissions & PERMISSIONS) == this.statuses.of(node).permissions(),
				"The mode of this file cannot change", "Set fusemount.umask, or keep modes by @FileMode");
	}

	void setOwner(Node node, int uid, int gid) {
		this.guard.requireNotReadOnly();
		Set<Ownership.Part> kept = node.keeps();
		FileStatus status = this.statuses.of(node);
		boolean sameOwner = uid == -1 || uid == status.uid() || kept.contains(Ownership.Part.OWNER);
		boolean sameGroup = gid == -1 || gid == status.gid() || kept.contains(Ownership.Part.GROUP);
		this.guard.requireSame(sameOwner && sameGroup, "The owner of this file cannot change",
				"Set fusemount.uid and fusemount.gid, or keep owners by @FileOwner and @FileGroup");
		Ownership given = Ownership.of((uid != -1) ? uid : null, (gid != -1) ? gid : null);
		boolean directory = node instanceof Directory;
		own(node, (now) -> given.with(directory ? Ownership.NONE : now.withoutPrivileges()).only(kept));
	}

	/**
	 * The kernel has checked that the caller may do that to a node of this owner.
	 * @param changes the changes to what the node has
	 */
	private void own(Node node, UnaryOperator<Ownership> changes) {
		if (isSame(node, changes.apply(node.ownership()))) {
			return;
		}
		this.guard.requireWritable(node);
		if (node instanceof Directory directory) {
			this.directories.update(directory, changes.apply(directory.ownership()), AttributeValues.NONE);
		}
		else {
			change(Guard.requireFile(node), (file) -> own(file, changes.apply(file.ownership())));
		}
	}

	/**
	 * Sets an extended attribute.
	 * @param value the value, {@code null} to remove it
	 * @param presence whether it must be there or must not be; whoever asks again after a
	 * crash may find what has been done
	 */
	void setExtended(Node node, String name, byte @Nullable [] value, Presence presence) {
		this.guard.requireNotReadOnly();
		ExtendedAttributes known = node.extendedAttributes();
		known.requireSettable(name, value);
		byte[] before = known.value(name);
		boolean same = Arrays.equals(before, value);
		requirePresence(name, before != null, (same && Attempt.isRepeated()) ? Presence.ANY : presence);
		if (same) {
			return;
		}
		this.guard.requireWritable(node);
		AttributeValues changes = AttributeValues.of(name, value);
		if (node instanceof Directory directory) {
			this.directories.update(directory, Ownership.NONE, changes);
		}
		else {
			change(Guard.requireFile(node), (file) -> store(file, FileChanges.of(Ownership.NONE, changes)));
		}
	}

	private static void requirePresence(String name, boolean there, Presence presence) {
		if (there && presence == Presence.ABSENT) {
			throw new ErrnoException(Errno.EEXIST, "There is an extended attribute " + name + " already");
		}
		if (!there && presence == Presence.PRESENT) {
			throw new ErrnoException(Errno.ENODATA, "No extended attribute " + name);
		}
	}

	private static boolean isSame(Node node, Ownership changes) {
		return node.ownership().with(changes).equals(node.ownership());
	}

	private void own(FileInode file, Ownership changes) {
		if (!isSame(file, changes)) {
			store(file, FileChanges.of(changes, AttributeValues.NONE));
		}
	}

	/** What is not stored yet gets them with that. */
	private void store(FileInode file, FileChanges beside) {
		Revision open = file.open();
		Place place = file.place();
		if (open == null || file.isStored() && !open.isDirty()) {
			update(file, open, beside);
			return;
		}
		open.keep(beside);
		if (file.isScratch() && place != null) {
			open.label(file.label(place, true));
		}
		this.openings.settle(file);
	}

	/** Programs that cannot set a list change the mode. */
	void setAccessList(Node node) {
		this.guard.requireNotReadOnly();
		if (node.keeps().contains(Ownership.Part.MODE)) {
			throw new ErrnoException(Errno.EOPNOTSUPP, "Files have a mode and no access control list",
					"Change the mode instead (chmod)", null);
		}
		this.guard.requireSame(false, "A mount's files have no access control lists", "Set fusemount.umask instead");
	}

}
