package io.fusemount.core.namespace;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Renames, so that a row keeps its identity through the ways in which programs save: a
 * file that takes another one's name gives it its content. A stored file that gets a
 * scratch name keeps its name in the database until another file has taken that, or until
 * nothing has come for a while.
 */
public final class Renames {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final NameTable names;

	private final ChangeGuard guard;

	private final ScratchNames scratch;

	private final InodeTable inodes;

	private final Changes changes;

	private final Consumer<PendingRename> onPending;

	/**
	 * Creates it.
	 * @param onPending is told of renames that {@link #settle} has to end
	 */
	public Renames(FileTree tree, Tables tables, OpenFiles openFiles, ChangeGuard guard, ScratchNames scratch,
			Consumer<PendingRename> onPending) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.names = tables.names();
		this.guard = guard;
		this.scratch = scratch;
		this.inodes = tables.inodes();
		this.changes = tables.changes();
		this.onPending = onPending;
	}

	public void rename(Place source, Place target) {
		PendingRename waiting = this.names.waiting(source);
		boolean done = false;
		while (!done) {
			PendingRename left = this.names.moved(source);
			if (left != null && left.isBackup()) {
				settle(left);
				continue;
			}
			// The timer must not commit the one rename while the other is under way.
			done = (left != null) ? left.ifPending(() -> rename(source, target, left)) != null
					: rename(source, target, null) != null;
		}
		leave(source, waiting);
	}

	private Place rename(Place source, Place target, @Nullable PendingRename left) {
		Node node = this.guard.requireExisting(source);
		if (!(node instanceof RegularFile file)) {
			throw new ErrnoException(Errno.EPERM, "Directories of a mount can not be renamed");
		}
		this.guard.requireCreatable(target);
		PendingRename settled = this.names.moved(target);
		if (settled != null && !settled.file().key().equals(file.key())) {
			settle(settled);
		}
		if (isEstablished(file) || !isOfCaller(this.names.waiting(target))) {
			settleBackupOf(target);
		}
		Node existing = this.tree.lookup(target.directory(), target.name());
		if (existing != null && existing.key().equals(node.key())) {
			return target;
		}
		if (left != null && left.place().equals(target) && (existing == null || existing instanceof OpenFileNode)) {
			takeBack(left, target, existing);
		}
		else if (this.scratch.matches(target.name()) && (existing == null || existing instanceof OpenFileNode)) {
			toScratch(source, target, file, existing, left);
		}
		else if (left != null || !isBackup(source, target, file, existing) || !backUp(source, target, file)) {
			takeName(source, target, file, existing, left);
			if (left != null) {
				this.names.end(left);
			}
		}
		return target;
	}

	/** A backup returns to its name. */
	private void takeBack(PendingRename left, Place target, @Nullable Node existing) {
		if (existing instanceof OpenFileNode local) {
			this.openFiles.scratchFiles().drop(local);
		}
		this.names.end(left);
		this.changes.touched(target.directory());
	}

	private void toScratch(Place source, Place target, RegularFile file, @Nullable Node existing,
			@Nullable PendingRename left) {
		if (left != null) {
			this.names.changeAlias(left, target.name());
		}
		else {
			RegularFile stored = (file instanceof OpenFileNode local)
					? this.openFiles.scratchFiles().move(local, target) : commit(file);
			if (stored != null) {
				this.onPending.accept(this.names.moveAway(source, target.name(), stored));
			}
		}
		// Last, because what fails must not cost the file that has the name.
		if (existing instanceof OpenFileNode replaced) {
			this.openFiles.scratchFiles().drop(replaced);
		}
		this.changes.touched(source.directory());
	}

	/**
	 * Whether a program that has a new file of its own renames one that it is about to
	 * replace, so as to keep it beside that.
	 */
	private boolean isBackup(Place source, Place target, RegularFile file, @Nullable Node existing) {
		Caller program = Caller.current();
		Directory directory = source.directory();
		return program != null && target.name().value().contains(source.name().value())
				&& directory.refusesNewFiles() == null && isQuiet(file) && (existing == null || isQuiet(existing))
				&& (this.names.isWriting(directory, program)
						|| this.inodes.hasCreatedBeside(file.key(), directory, program));
	}

	/** Whether it is stored, and nobody is about to change it. */
	private boolean isQuiet(Node node) {
		if (!(node instanceof RegularFile file) || file instanceof OpenFileNode) {
			return false;
		}
		OpenFile open = this.inodes.find(file);
		return open == null || !this.inodes.isOpenForWriting(open);
	}

	private boolean backUp(Place source, Place target, RegularFile file) {
		RegularFile stored = commit(file);
		PendingRename pending = (stored != null) ? this.names.backUp(source, target.name(), stored) : null;
		if (pending != null) {
			this.onPending.accept(pending);
			this.changes.touched(source.directory());
		}
		return pending != null;
	}

	private static boolean isOfCaller(@Nullable PendingRename pending) {
		return pending != null && pending.isOf(Caller.current());
	}

	/** What was written before the rename belongs to the file, not to its successor. */
	private RegularFile commit(RegularFile file) {
		OpenFile open = this.inodes.hold(file);
		if (open == null) {
			return file;
		}
		try {
			this.openFiles.commit(open);
			return Objects.requireNonNullElse(open.committed(), file);
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	private void takeName(Place source, Place target, RegularFile file, @Nullable Node existing,
			@Nullable PendingRename left) {
		PendingRename found = this.names.waiting(target);
		PendingRename waiting = (found != left) ? found : null;
		if (waiting != null && isEstablished(file)) {
			// Both are files of the application: each keeps its identity.
			settle(waiting);
			waiting = null;
		}
		RegularFile taken = (waiting != null) ? takeOver(waiting, source, target, file) : null;
		if (taken != null) {
			if (existing instanceof OpenFileNode local) {
				this.openFiles.scratchFiles().drop(local);
			}
		}
		else if (existing == null) {
			if (file instanceof OpenFileNode local && local.openFile().committed() == null) {
				target.directory().requireNewFiles();
			}
			renameToFreeName(source, target, file);
		}
		else {
			replace(source, target, file, ChangeGuard.requireFile(existing));
		}
	}

	private @Nullable RegularFile takeOver(PendingRename waiting, Place source, Place target, RegularFile file) {
		Supplier<@Nullable RegularFile> work = waiting.isBackup() ? () -> takeRow(waiting, source, target, file)
				: () -> this.openFiles.replacements()
					.takeOver(waiting, (replaced) -> renameClosed(source, target, file, replaced));
		// Its own commit may want a pending rename, too, and takes its lock first.
		return (file instanceof OpenFileNode local) ? this.openFiles.exclusively(local, work) : work.get();
	}

	/** If it cannot have the row, the backup has. */
	private @Nullable RegularFile takeRow(PendingRename backup, Place source, Place target, RegularFile file) {
		RegularFile taken = backup.ifPending(() -> {
			RegularFile stored = this.tree.storedNow(backup);
			return (stored != null) ? this.openFiles.replacements()
				.backUp(backup, stored, (replaced) -> renameClosed(source, target, file, replaced)) : null;
		});
		if (taken == null) {
			settle(backup);
		}
		return taken;
	}

	private boolean isEstablished(RegularFile file) {
		return !(file instanceof OpenFileNode) && !this.inodes.isNew(file.key());
	}

	private void renameToFreeName(Place source, Place target, RegularFile file) {
		try {
			renameClosed(source, target, file, null);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EEXIST) {
				throw ex;
			}
			// The application may have taken the name since it was looked up last.
			this.changes.invalidated(file.key());
			Node taken = this.tree.lookup(target.directory(), target.name());
			if (taken == null) {
				throw ex;
			}
			replace(source, target, file, ChangeGuard.requireFile(taken));
		}
	}

	private void replace(Place source, Place target, RegularFile file, RegularFile existing) {
		this.openFiles.replacements().replace(existing, (replaced) -> renameClosed(source, target, file, replaced));
	}

	private RegularFile renameClosed(Place source, Place target, RegularFile file, @Nullable RegularFile replaced) {
		// Either snapshot may be outdated, and the one that is must be forgotten.
		RegularFile renamed = this.changes.refreshing((replaced != null) ? replaced.key() : file.key(),
				() -> this.changes.refreshing(file.key(), () -> store(target, file, replaced)));
		if (file instanceof OpenFileNode) {
			// A row that is under another name for a while may still be stored there.
			this.changes.touched(source.directory());
		}
		else {
			this.changes.left(source);
		}
		return renamed;
	}

	private RegularFile store(Place target, RegularFile file, @Nullable RegularFile replaced) {
		OpenFile open = this.inodes.hold(file);
		if (open != null) {
			try {
				return this.openFiles.rename(open, target, replaced);
			}
			finally {
				this.openFiles.release(open, false);
			}
		}
		RegularFile renamed = target.directory().rename(file, target.name(), replaced);
		this.changes.renamed(file, replaced, target, renamed);
		return renamed;
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
						replace(place, alias, stored, older);
					}
					else {
						renameClosed(place, alias, stored, null);
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
