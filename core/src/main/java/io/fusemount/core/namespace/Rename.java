package io.fusemount.core.namespace;

import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.Detours;
import io.fusemount.core.save.Openings;
import io.fusemount.core.save.Replacement;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * What a program means by {@code rename}, so that a row keeps its identity through the
 * ways in which programs save: a file that takes another one's name gives it its content,
 * and a stored file that gets a scratch name, or that of a backup, makes a
 * {@linkplain Detour detour}.
 */
public final class Rename {

	private final Guard guard;

	private final FileTree tree;

	private final NameLock locks;

	private final Names names;

	private final InodeTable inodes;

	private final LocalNames locals;

	private final Bindings bindings;

	private final Openings openings;

	private final Commits commits;

	private final Replacement replacement;

	private final Detours detours;

	private final Changes changes;

	private final Directories directories;

	private final Transfer transfer;

	private final ScratchNames scratch;

	public Rename(Guard guard, FileTree tree, NameLock locks, Names names, InodeTable inodes, LocalNames locals,
			Bindings bindings, Openings openings, Commits commits, Replacement replacement, Detours detours,
			Changes changes, Directories directories, Transfer transfer, ScratchNames scratch) {
		this.guard = guard;
		this.tree = tree;
		this.locks = locks;
		this.names = names;
		this.inodes = inodes;
		this.locals = locals;
		this.bindings = bindings;
		this.openings = openings;
		this.commits = commits;
		this.replacement = replacement;
		this.detours = detours;
		this.changes = changes;
		this.directories = directories;
		this.transfer = transfer;
		this.scratch = scratch;
	}

	/**
	 * Gives what has a name another one.
	 */
	public void rename(Place source, Place target) {
		try (NameLock.Scope scope = this.locks.lock(source, target)) {
			if (isTaken(source, target)) {
				move(source, target);
			}
			else {
				this.transfer.move(source, target);
			}
		}
		catch (ErrnoException ex) {
			throw refusal(ex);
		}
	}

	/** Whether the directory takes the node itself. */
	private boolean isTaken(Place source, Place target) {
		Directory from = source.directory();
		if (isWithin(source, target)) {
			return true;
		}
		Node node = this.tree.lookup(source);
		if (node instanceof ScratchDirectory) {
			return true;
		}
		boolean local = node instanceof FileInode file && file.isLocal();
		if (from instanceof ScratchDirectory || target.directory() instanceof ScratchDirectory) {
			return local;
		}
		Node stored = (node instanceof FileInode file) ? file.version() : node;
		return target.directory().takesFrom(from, local ? null : stored);
	}

	/**
	 * To programs, EINVAL of a rename means that a directory would be moved into itself.
	 */
	private static ErrnoException refusal(ErrnoException failure) {
		return (failure.errno() == Errno.EINVAL)
				? new ErrnoException(Errno.EPERM, String.valueOf(failure.getMessage()), failure.hint(), failure)
				: failure;
	}

	private static boolean isWithin(Place source, Place target) {
		return source.directoryKey().equals(target.directoryKey());
	}

	private void move(Place source, Place target) {
		Node node = this.guard.requireExisting(source);
		this.guard.requireChangeable(source, node);
		if (node instanceof Directory directory) {
			this.directories.rename(source, target, directory);
			return;
		}
		FileInode file = this.inodes.current(Guard.requireFile(node));
		this.guard.requireAlone(source, file);
		this.detours.resolve(file);
		if (file.detour() instanceof Detour.Backup) {
			this.detours.settle(file);
			file = this.inodes.current(Guard.requireFile(this.guard.requireExisting(source)));
		}
		move(source, target, file);
		this.detours.leave(source);
	}

	private void move(Place source, Place target, FileInode file) {
		this.guard.requireCreatable(target);
		FileInode away = this.names.away(target);
		this.guard.requireGivable(target, () -> this.tree.lookup(target), (away != file) ? away : null);
		settleAt(target, file);
		Node found = this.tree.lookup(target);
		if (Guard.isSameFile(file, found)) {
			return;
		}
		FileInode existing = (found != null) ? existing(found) : null;
		boolean free = existing == null || existing.isLocal();
		Detour detour = file.detour();
		if (detour != null && detour.from().equals(target) && free) {
			takeBack(file, target, existing);
		}
		else if (isToScratch(source, target, file) && free) {
			toScratch(source, target, file, existing);
		}
		else if (detour != null || !isBackup(source, target, file, existing)
				|| !backUp(source, target, file, existing)) {
			takeName(source, target, file, existing);
		}
	}

	private FileInode existing(Node found) {
		FileInode file = this.inodes.current(Guard.requireFile(found));
		this.detours.resolve(file);
		return file;
	}

	/** Ends what another file, or another program, has begun with the new name. */
	private void settleAt(Place target, FileInode file) {
		if (this.names.shown(target) instanceof FileInode shown && shown != file && shown.detour() != null) {
			this.detours.settle(shown);
		}
		Detour waiting = this.bindings.detour(target);
		if (waiting != null && (isEstablished(file) || !waiting.isOf(Caller.current()))) {
			this.detours.settleBackupOf(target);
		}
	}

	private boolean isEstablished(FileInode file) {
		return file.isStored() && !this.inodes.isNew(file);
	}

	/** A backup returns to its name. */
	private void takeBack(FileInode file, Place target, @Nullable FileInode existing) {
		if (existing != null) {
			this.openings.drop(existing);
		}
		this.bindings.endDetour(file);
		this.changes.touched(target.directory());
	}

	/** A stored file that leaves its directory is moved. */
	private boolean isToScratch(Place source, Place target, FileInode file) {
		boolean local = target.directory() instanceof ScratchDirectory || this.scratch.matches(target.name());
		return local && (file.isLocal() || isWithin(source, target));
	}

	private void toScratch(Place source, Place target, FileInode file, @Nullable FileInode existing) {
		Detour detour = file.detour();
		if (detour != null) {
			this.detours.moveOn(file, detour, target);
		}
		else if (!moveLocal(file, target)) {
			// What was written before belongs to the file, not to its successor.
			this.commits.update(file);
			this.detours.moveAway(file, source, target);
		}
		// Last, because what fails must not cost the file that has the name.
		if (existing != null) {
			this.openings.drop(existing);
		}
		this.changes.touched(source.directory());
		this.changes.touched(target.directory());
	}

	private boolean moveLocal(FileInode file, Place target) {
		Lock commit = file.exclusive();
		try {
			if (!file.isLocal()) {
				return false;
			}
			// First, because there may be no room for it.
			file.requireContent().label(file.label(target, true));
			this.locals.moveToScratch(file, target);
			return true;
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Whether a program that has a new file of its own renames one that it is about to
	 * replace, so as to keep it beside that.
	 */
	private boolean isBackup(Place source, Place target, FileInode file, @Nullable FileInode existing) {
		Caller program = Caller.current();
		Directory directory = source.directory();
		return program != null && isWithin(source, target) && target.name().value().contains(source.name().value())
				&& directory.refusesNewFiles() == null && isQuiet(file) && (existing == null || isQuiet(existing))
				&& (this.locals.isWriting(directory, program)
						|| this.inodes.hasCreatedBeside(file, directory, program));
	}

	/** Whether it is stored, and nobody is about to change it. */
	private boolean isQuiet(FileInode file) {
		return file.isStored() && !this.inodes.isOpenForWriting(file);
	}

	private boolean backUp(Place source, Place target, FileInode file, @Nullable FileInode existing) {
		if (existing == null) {
			target.directory().requireNewFile(target.name());
		}
		this.commits.update(file);
		return this.detours.backUp(file, source, target);
	}

	private void takeName(Place source, Place target, FileInode file, @Nullable FileInode existing) {
		FileInode found = this.names.away(target);
		FileInode waiting = (found != file) ? found : null;
		if (waiting != null && isEstablished(file)) {
			// Both are files of the application: each keeps its identity.
			this.detours.settle(waiting);
			waiting = null;
		}
		if (waiting != null && takeRow(source, target, file, waiting)) {
			if (existing != null && existing.isLocal()) {
				this.openings.drop(existing);
			}
		}
		else if (existing == null) {
			if (file.isLocal()) {
				target.directory().requireNewFile(target.name());
			}
			this.replacement.moveToFreeName(source, file, target);
		}
		else {
			this.replacement.move(source, file, target, existing);
		}
	}

	private boolean takeRow(Place source, Place target, FileInode file, FileInode waiting) {
		if (!(waiting.detour() instanceof Detour.Backup)) {
			this.replacement.move(source, file, target, waiting);
			return true;
		}
		if (this.replacement.moveBeside(source, file, target, waiting)) {
			return true;
		}
		// If the file cannot have the row, the backup has it.
		this.detours.settle(waiting);
		return false;
	}

}
