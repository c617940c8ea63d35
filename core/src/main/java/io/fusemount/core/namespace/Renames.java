package io.fusemount.core.namespace;

import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.OpenFileNode;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.inode.ScratchDirectory;
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
 * What a program means by a rename, so that a row keeps its identity through the ways in
 * which programs save: a file that takes another one's name gives it its content, and a
 * stored file that gets a scratch name, or that of a backup, is a
 * {@linkplain PendingRenames pending rename}.
 */
public final class Renames {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final NameTable names;

	private final ChangeGuard guard;

	private final ScratchNames scratch;

	private final InodeTable inodes;

	private final Changes changes;

	private final StoredNames storedNames;

	private final PendingRenames pendingRenames;

	private final Directories directories;

	public Renames(FileTree tree, Tables tables, OpenFiles openFiles, ChangeGuard guard, ScratchNames scratch,
			StoredNames storedNames, PendingRenames pendingRenames, Directories directories) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.names = tables.names();
		this.guard = guard;
		this.scratch = scratch;
		this.inodes = tables.inodes();
		this.changes = tables.changes();
		this.storedNames = storedNames;
		this.pendingRenames = pendingRenames;
		this.directories = directories;
	}

	public void rename(Place source, Place target) {
		PendingRename waiting = this.names.waiting(source);
		boolean done = false;
		while (!done) {
			PendingRename left = this.names.moved(source);
			if (left != null && left.isBackup()) {
				this.pendingRenames.settle(left);
				continue;
			}
			// The timer must not commit the one rename while the other is under way.
			done = (left != null) ? left.ifPending(() -> rename(source, target, left)) != null
					: rename(source, target, null) != null;
		}
		this.pendingRenames.leave(source, waiting);
	}

	private Place rename(Place source, Place target, @Nullable PendingRename left) {
		Node node = this.guard.requireExisting(source);
		if (node instanceof Directory directory) {
			this.directories.rename(source, target, directory);
			return target;
		}
		RegularFile file = ChangeGuard.requireFile(node);
		this.guard.requireCreatable(target);
		PendingRename settled = this.names.moved(target);
		if (settled != null && !settled.file().key().equals(file.key())) {
			this.pendingRenames.settle(settled);
		}
		if (isEstablished(file) || !isOfCaller(this.names.waiting(target))) {
			this.pendingRenames.settleBackupOf(target);
		}
		Node existing = this.tree.lookup(target.directory(), target.name());
		if (ChangeGuard.isSameFile(node, existing)) {
			return target;
		}
		if (left != null && left.place().equals(target) && (existing == null || existing instanceof OpenFileNode)) {
			takeBack(left, target, existing);
		}
		else if (isToScratch(source, target, file) && (existing == null || existing instanceof OpenFileNode)) {
			toScratch(source, target, file, existing, left);
		}
		else if (left != null || !isBackup(source, target, file, existing) || !backUp(source, target, file, existing)) {
			takeName(source, target, file, existing, left);
			if (left != null) {
				this.names.end(left);
			}
		}
		return target;
	}

	/** A stored file that leaves its directory comes back by no name: it is moved. */
	private boolean isToScratch(Place source, Place target, RegularFile file) {
		boolean local = target.directory() instanceof ScratchDirectory || this.scratch.matches(target.name());
		return local && (file instanceof OpenFileNode || isWithin(source, target));
	}

	private static boolean isWithin(Place source, Place target) {
		return source.directory().key().equals(target.directory().key());
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
				if (!isWithin(source, target)) {
					throw new ErrnoException(Errno.EXDEV, "The file has been stored in the meantime");
				}
				this.pendingRenames.moveAway(source, target, stored);
			}
		}
		// Last, because what fails must not cost the file that has the name.
		if (existing instanceof OpenFileNode replaced) {
			this.openFiles.scratchFiles().drop(replaced);
		}
		this.changes.touched(source.directory());
		this.changes.touched(target.directory());
	}

	/**
	 * Whether a program that has a new file of its own renames one that it is about to
	 * replace, so as to keep it beside that.
	 */
	private boolean isBackup(Place source, Place target, RegularFile file, @Nullable Node existing) {
		Caller program = Caller.current();
		Directory directory = source.directory();
		return program != null && isWithin(source, target) && target.name().value().contains(source.name().value())
				&& directory.refusesNewFiles() == null && isQuiet(file) && (existing == null || isQuiet(existing))
				&& (this.names.isWriting(directory, program)
						|| this.inodes.hasCreatedBeside(file.key(), directory, program));
	}

	/** The backup is to be a file of its own, unless there is one. */
	private boolean backUp(Place source, Place target, RegularFile file, @Nullable Node existing) {
		if (existing == null) {
			target.directory().requireNewFile(target.name());
		}
		return this.pendingRenames.backUp(source, target, commit(file));
	}

	/** Whether it is stored, and nobody is about to change it. */
	private boolean isQuiet(Node node) {
		if (!(node instanceof RegularFile file) || file instanceof OpenFileNode) {
			return false;
		}
		OpenFile open = this.inodes.find(file);
		return open == null || !this.inodes.isOpenForWriting(open);
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
			this.pendingRenames.settle(waiting);
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
				target.directory().requireNewFile(target.name());
			}
			this.storedNames.renameToFreeName(source, target, file);
		}
		else {
			this.storedNames.replace(source, target, file, ChangeGuard.requireFile(existing));
		}
	}

	private @Nullable RegularFile takeOver(PendingRename waiting, Place source, Place target, RegularFile file) {
		Supplier<@Nullable RegularFile> work = waiting.isBackup() ? () -> takeRow(waiting, source, target, file)
				: () -> this.openFiles.replacements()
					.takeOver(waiting, (replaced) -> this.storedNames.rename(source, target, file, replaced));
		// Its own commit may want a pending rename, too, and takes its lock first.
		return (file instanceof OpenFileNode local) ? this.openFiles.exclusively(local, work) : work.get();
	}

	/** If it cannot have the row, the backup has. */
	private @Nullable RegularFile takeRow(PendingRename backup, Place source, Place target, RegularFile file) {
		RegularFile taken = backup.ifPending(() -> {
			RegularFile stored = this.tree.storedNow(backup);
			return (stored != null)
					? this.openFiles.replacements()
						.backUp(backup, stored, (replaced) -> this.storedNames.rename(source, target, file, replaced))
					: null;
		});
		if (taken == null) {
			this.pendingRenames.settle(backup);
		}
		return taken;
	}

	private boolean isEstablished(RegularFile file) {
		return !(file instanceof OpenFileNode) && !this.inodes.isNew(file.key());
	}

}
