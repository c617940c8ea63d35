package io.fusemount.core.vfs;

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFile;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.file.PendingRename;
import io.fusemount.core.file.Place;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * What comes to be and ceases to be, with the handles that are open on it.
 */
final class Namespace {

	private final FileTree tree;

	private final OpenFiles openFiles;

	private final ChangeGuard guard;

	private final Renames renames;

	private final Ledger ledger;

	private final ScratchNames scratch;

	private final Steps steps;

	Namespace(FileTree tree, OpenFiles openFiles, ChangeGuard guard, Renames renames, Ledger ledger,
			ScratchNames scratch, Steps steps) {
		this.tree = tree;
		this.openFiles = openFiles;
		this.guard = guard;
		this.renames = renames;
		this.ledger = ledger;
		this.scratch = scratch;
		this.steps = steps;
	}

	/**
	 * Creates a file and opens it. One that is opened for reading only is complete: it is
	 * stored at once, so that a refusal reaches who asked.
	 */
	OpenFile create(Location location, OpenOptions options) {
		requireFree(location);
		boolean local = this.scratch.matches(location.name(), options.creation() == OpenOptions.Creation.TEMPORARY);
		if (local) {
			return createOpen(location, options.write(), true);
		}
		return forNewFile(location, () -> options.write() ? createOpen(location, true, false)
				: this.openFiles.open(storeEmpty(location), false));
	}

	private OpenFile createOpen(Location location, boolean write, boolean local) {
		OpenFile file = this.openFiles.create(location.place(), write, local);
		this.tree.touched(location.parent());
		return file;
	}

	/**
	 * Creates a file, which needs a row: its own, or where there can be none, one that
	 * waits for it.
	 */
	private <T> T forNewFile(Location location, Supplier<T> work) {
		PendingRename waiting = (location.parent().refusesNewFiles() != null)
				? this.openFiles.pendingRenames().at(location.place()) : null;
		T created = (waiting != null) ? waiting.ifPending(() -> replacing(waiting, work)) : null;
		if (created == null) {
			location.parent().requireNewFiles();
			created = work.get();
		}
		return created;
	}

	private static <T> T replacing(PendingRename waiting, Supplier<T> work) {
		T created = work.get();
		waiting.keep();
		return created;
	}

	void createEmpty(Location location) {
		requireFree(location);
		if (this.scratch.matches(location.name())) {
			this.openFiles.release(createOpen(location, false, true), false);
		}
		else {
			forNewFile(location, () -> storeEmpty(location));
		}
	}

	private void requireFree(Location location) {
		this.guard.requireAbsent(location);
		this.guard.requireCreatable(location);
		this.guard.requireUnambiguous(location);
	}

	private RegularFile storeEmpty(Location location) {
		FileChanges empty = new FileChanges(ContentSource.empty(), null);
		RegularFile file = this.steps.run(Step.COMMIT, location.parent().key(),
				() -> this.openFiles.replacements().create(location.place(), empty));
		this.ledger.stored(location.place(), file);
		return file;
	}

	void createDirectory(Location location) {
		this.guard.requireAbsent(location);
		this.guard.requireNotReadOnly();
		throw new ErrnoException(Errno.EPERM, "Directories are repositories and can not be made");
	}

	void deleteDirectory(Location location) {
		Directory directory = FileTree.requireDirectory(this.guard.requireExisting(location), location.name());
		this.guard.requireNotReadOnly();
		if (this.tree.list(directory).entry(0) != null) {
			throw new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + location.name());
		}
		throw new ErrnoException(Errno.EPERM, "Directories are repositories and can not be removed");
	}

	void delete(Location location) {
		if (this.openFiles.removeAlias(location.place()) || isLate(location)) {
			return;
		}
		boolean done = false;
		while (!done) {
			RegularFile file = this.guard.requireDeletable(location);
			done = whilePending(location, (pending) -> delete(location, file, pending));
		}
	}

	private void delete(Location location, RegularFile file, @Nullable PendingRename pending) {
		OpenFile open = this.openFiles.hold(file);
		if (open == null) {
			deleteStored(location, file, pending);
			return;
		}
		try {
			remove(location, open, null, pending);
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	/** The alias of a deleted file has gone with its last handle, before libfuse asks. */
	private boolean isLate(Location location) {
		return ChangeGuard.isReserved(location) && this.tree.lookup(location.parent(), location.name()) == null;
	}

	void hide(Location location, Name alias, boolean replaced) {
		Place kept = new Place(location.parent(), alias);
		boolean done = false;
		while (!done) {
			RegularFile file = this.guard.requireDeletable(location);
			done = whilePending(location, (pending) -> hide(location, file, kept, replaced, pending));
		}
	}

	private void hide(Location location, RegularFile file, Place kept, boolean replaced,
			@Nullable PendingRename pending) {
		// It may have no handle: libfuse still counts one whose release has just been
		// served.
		OpenFile open = this.openFiles.open(file, false);
		try {
			if (replaced && open.committed() != null) {
				this.openFiles.commit(open);
				this.openFiles.detach(open, kept, (stored) -> this.openFiles.secure(open));
			}
			else {
				remove(location, open, kept, pending);
			}
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	/**
	 * Its first commit may be under way, and only after that is it known what to delete.
	 */
	private void remove(Location location, OpenFile open, @Nullable Place alias, @Nullable PendingRename pending) {
		PendingRename waiting = this.renames.waitingAt(location.place());
		boolean[] deleted = new boolean[1];
		this.openFiles.detach(open, alias, (stored) -> {
			this.openFiles.secure(open);
			deleteStored(location, stored, pending);
			deleted[0] = true;
		});
		if (!deleted[0]) {
			// A row that is under another name for a while may still be stored here.
			this.tree.touched(location.parent());
			this.renames.leave(location.place(), waiting);
		}
	}

	private void deleteStored(Location location, RegularFile stored, @Nullable PendingRename pending) {
		if (pending != null && this.renames.isAwaited(pending)) {
			// A backup goes before the new file has come: the row still waits for that.
			this.openFiles.pendingRenames().changeAlias(pending, null);
		}
		else if (location.parent().refusesNewFiles() != null) {
			this.renames.deleteLater(location.place(), stored, pending);
			return;
		}
		else {
			location.parent().delete(stored);
			this.ledger.deleted((pending != null) ? pending.place() : location.place(), stored);
			if (pending != null) {
				this.openFiles.pendingRenames().end(pending);
			}
		}
		this.tree.changed(location.parent(), location.name(), null);
	}

	/**
	 * Does something to a file while it stays the one that a rename is pending for.
	 * @return whether it was done; not if the pending rename has ended meanwhile
	 */
	private boolean whilePending(Location location, Consumer<@Nullable PendingRename> work) {
		PendingRename pending = this.openFiles.pendingRenames().byAlias(location.parent(), location.name());
		if (pending == null) {
			work.accept(null);
			return true;
		}
		return pending.ifPending(() -> accept(work, pending)) != null;
	}

	private static PendingRename accept(Consumer<@Nullable PendingRename> work, PendingRename pending) {
		work.accept(pending);
		return pending;
	}

}
