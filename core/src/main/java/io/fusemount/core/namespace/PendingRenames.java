package io.fusemount.core.namespace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Stored files that keep their name in the database until another file has taken that, or
 * until nothing has come for a while: how that begins and how it ends.
 */
public final class PendingRenames {

	private final FileTree tree;

	private final NameTable names;

	private final InodeTable inodes;

	private final Changes changes;

	private final StoredNames storedNames;

	private final Consumer<PendingRename> onPending;

	/**
	 * Creates it.
	 * @param onPending is told of renames that {@link #settle} has to end
	 */
	public PendingRenames(FileTree tree, Tables tables, StoredNames storedNames, Consumer<PendingRename> onPending) {
		this.tree = tree;
		this.names = tables.names();
		this.inodes = tables.inodes();
		this.changes = tables.changes();
		this.storedNames = storedNames;
		this.onPending = onPending;
	}

	/**
	 * Lets programs see a stored file under a scratch name.
	 */
	void moveAway(Place source, Place target, RegularFile file) {
		this.onPending.accept(this.names.moveAway(source, target.name(), file));
	}

	/**
	 * Lets programs see a stored file under the name of its backup, which gets a row when
	 * another one comes under its own.
	 * @return whether they do; not if something else is going on with one of the names
	 */
	boolean backUp(Place source, Place target, RegularFile file) {
		PendingRename pending = this.names.backUp(source, target.name(), file);
		if (pending != null) {
			this.onPending.accept(pending);
			this.changes.touched(source.directory());
		}
		return pending != null;
	}

	/**
	 * Ends a pending rename: commits it. If the file was deleted under its scratch name
	 * and the new one could not be stored, it is there again. Another file that only
	 * seems to have left the name that this one gets goes first; files that wait for each
	 * other are refused by the application.
	 */
	void settle(PendingRename pending) {
		chain(pending).forEach((each) -> settleNow(each, false));
	}

	/**
	 * Ends the rename to a backup that is pending for the file of a name, if there is
	 * one: its program is no more the only one that does something about it.
	 */
	void settleBackupOf(Place place) {
		PendingRename waiting = this.names.waiting(place);
		if (waiting != null && waiting.isBackup()) {
			settle(waiting);
		}
	}

	/**
	 * Ends the renames to backups that are pending in a directory.
	 */
	public void settleBackupsIn(Directory directory) {
		this.names.backupsIn(directory).forEach(this::settle);
	}

	/**
	 * Ends a pending rename, unless a new file of the old name is being written.
	 * @return whether it has ended
	 */
	boolean settleUnlessAwaited(PendingRename pending) {
		if (isAwaited(pending)) {
			return false;
		}
		boolean ended = true;
		for (PendingRename each : chain(pending)) {
			ended = settleNow(each, each == pending);
		}
		return ended;
	}

	/** Returns those that have to end before it, and itself, which is the last. */
	private List<PendingRename> chain(PendingRename pending) {
		List<PendingRename> chain = new ArrayList<>();
		PendingRename next = pending.isEnded() ? null : pending;
		while (next != null && !chain.contains(next)) {
			chain.add(0, next);
			Place alias = next.shownAt();
			next = (alias != null) ? this.names.waiting(alias) : null;
		}
		return chain;
	}

	private boolean settleNow(PendingRename pending, boolean unlessAwaited) {
		Boolean ended = pending.settle(() -> {
			// The new file may have been opened since it was looked for.
			if (unlessAwaited && isAwaited(pending)) {
				return false;
			}
			Place place = pending.place();
			RegularFile stored = pending.isDeletion() ? unchanged(pending) : this.tree.stored(pending);
			if (stored != null) {
				Place alias = pending.shownAt();
				if (alias != null) {
					Node covered = pending.isBackup() ? this.tree.stored(alias) : null;
					if (covered instanceof RegularFile older) {
						this.storedNames.replace(place, alias, stored, older);
					}
					else {
						this.storedNames.renameToFreeName(place, alias, stored);
					}
				}
				else if (pending.isDeletion()) {
					deleteStored(place, stored);
				}
			}
			this.names.end(pending);
			return true;
		});
		return ended == null || ended;
	}

	/**
	 * Returns what a program has deleted, which is there again if it has been changed
	 * since.
	 */
	private @Nullable RegularFile unchanged(PendingRename deletion) {
		RegularFile stored = this.tree.storedNow(deletion);
		if (stored != null && !stored.isSameVersion(this.inodes.newest(deletion.file()))) {
			this.names.end(deletion);
			this.changes.touched(deletion.place().directory());
			throw new ErrnoException(Errno.EPERM,
					"'" + deletion.place().name() + "' has been changed since it was deleted, and is there again");
		}
		return stored;
	}

	/**
	 * Takes note that a new file has left a name. If a row waits for it that has been
	 * deleted under its scratch name, nothing is left of that.
	 * @param waiting what waited there before the file left
	 */
	void leave(Place place, @Nullable PendingRename waiting) {
		if (waiting != null && waiting.alias() == null) {
			if (place.directory().refusesNewFiles() != null) {
				waitAgain(place, waiting);
				return;
			}
			waiting.settle(() -> {
				RegularFile stored = this.tree.stored(waiting);
				if (stored != null) {
					deleteStored(place, stored);
				}
				this.names.end(waiting);
				this.changes.touched(place.directory());
				return waiting;
			});
		}
	}

	/** Another new file may come, though the row has been given up in the meantime. */
	private void waitAgain(Place place, PendingRename waiting) {
		PendingRename pending = waiting.ifPending(() -> {
			this.names.deleteLater(waiting);
			return waiting;
		});
		RegularFile stored = (pending == null) ? this.tree.stored(waiting) : null;
		// Of another version, it has got its replacement.
		if (stored != null && stored.isSameVersion(waiting.file())) {
			deleteLater(place, stored, null);
		}
	}

	/**
	 * Deletes a file of a directory that takes no new ones as soon as none has come that
	 * is to replace it: what programs do to put another one in its place.
	 * @param pending the rename that is pending for it, or {@code null}
	 */
	void deleteLater(Place place, RegularFile stored, @Nullable PendingRename pending) {
		if (pending != null) {
			this.names.deleteLater(pending);
		}
		else {
			this.onPending.accept(this.names.deleteLater(place, stored));
		}
		this.changes.touched(place.directory());
	}

	private void deleteStored(Place place, RegularFile stored) {
		place.directory().delete(stored);
		this.changes.deleted(place, stored);
	}

	/** What it is, for people. */
	String describe(PendingRename pending) {
		Place alias = pending.shownAt();
		return this.tree.path(pending.place()) + ((alias != null) ? " -> " + this.tree.path(alias) : "");
	}

	/**
	 * Whether a new file of the old name is being written, which a local one never is.
	 */
	boolean isAwaited(PendingRename pending) {
		OpenFile open = this.names.open(pending.place());
		return open != null && !open.isScratch();
	}

}
