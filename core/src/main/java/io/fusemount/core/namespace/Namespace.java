package io.fusemount.core.namespace;

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
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.name.Name;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.tree.FileTree;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;

/**
 * What comes to be and ceases to be, with the handles that are open on it.
 */
public final class Namespace {

	private final FileTree tree;

	private final NameTable names;

	private final InodeTable inodes;

	private final OpenFiles openFiles;

	private final ChangeGuard guard;

	private final PendingRenames pendingRenames;

	private final Changes changes;

	private final ScratchNames scratch;

	private final Steps steps;

	public Namespace(FileTree tree, Tables tables, OpenFiles openFiles, ChangeGuard guard,
			PendingRenames pendingRenames, ScratchNames scratch, Steps steps) {
		this.tree = tree;
		this.names = tables.names();
		this.inodes = tables.inodes();
		this.openFiles = openFiles;
		this.guard = guard;
		this.pendingRenames = pendingRenames;
		this.changes = tables.changes();
		this.scratch = scratch;
		this.steps = steps;
	}

	/**
	 * Creates a file and opens it. One that is opened for reading only is complete: it is
	 * stored at once, so that a refusal reaches who asked.
	 */
	public OpenFile create(Place place, OpenOptions options) {
		requireFree(place);
		boolean local = isIn(place.directory())
				|| this.scratch.matches(place.name(), options.creation() == OpenOptions.Creation.TEMPORARY);
		if (local) {
			return createOpen(place, options.write(), true);
		}
		return forNewFile(place,
				() -> options.write() ? createOpen(place, true, false) : this.openFiles.open(storeEmpty(place), false));
	}

	/** What programs make in a scratch directory stays local, whatever its name. */
	private static boolean isIn(Directory directory) {
		return directory instanceof ScratchDirectory;
	}

	private OpenFile createOpen(Place place, boolean write, boolean local) {
		OpenFile file = this.openFiles.create(place, write, local);
		this.changes.touched(place.directory());
		return file;
	}

	/**
	 * Creates a file, which needs a row: its own, or where there can be none, one that
	 * waits for it.
	 */
	private <T> T forNewFile(Place place, Supplier<T> work) {
		PendingRename waiting = (place.directory().refusesNewFiles() != null) ? this.names.waiting(place) : null;
		T created = (waiting != null) ? waiting.ifPending(() -> replacing(waiting, work)) : null;
		if (created == null) {
			place.directory().requireNewFile(place.name());
			created = work.get();
		}
		return created;
	}

	private static <T> T replacing(PendingRename waiting, Supplier<T> work) {
		T created = work.get();
		waiting.keep();
		return created;
	}

	public void createEmpty(Place place) {
		requireFree(place);
		if (isIn(place.directory()) || this.scratch.matches(place.name())) {
			this.openFiles.release(createOpen(place, false, true), false);
		}
		else {
			forNewFile(place, () -> storeEmpty(place));
		}
	}

	private void requireFree(Place place) {
		this.guard.requireAbsent(place);
		this.guard.requireCreatable(place);
		this.pendingRenames.settleBackupOf(place);
		this.guard.requireUnambiguous(place);
	}

	private RegularFile storeEmpty(Place place) {
		FileChanges empty = new FileChanges(ContentSource.empty(), null);
		RegularFile file = this.steps.run(Step.COMMIT, place.directory().countedAs(),
				() -> this.openFiles.replacements().create(place, empty));
		this.changes.stored(place, file);
		return file;
	}

	public void delete(Place place) {
		if (this.names.unhide(place) || isLate(place)) {
			return;
		}
		boolean done = false;
		while (!done) {
			RegularFile file = this.guard.requireDeletable(place);
			done = whilePending(place, file, (pending) -> delete(place, file, pending));
		}
	}

	private void delete(Place place, RegularFile file, @Nullable PendingRename pending) {
		OpenFile open = this.inodes.hold(file);
		if (open == null) {
			deleteStored(place, file, pending);
			return;
		}
		try {
			remove(place, open, null, pending);
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	/** The alias of a deleted file has gone with its last handle, before libfuse asks. */
	private boolean isLate(Place place) {
		return ChangeGuard.isReserved(place) && this.tree.lookup(place.directory(), place.name()) == null;
	}

	public void hide(Place place, Name alias, boolean replaced) {
		Place kept = new Place(place.directory(), alias);
		boolean done = false;
		while (!done) {
			RegularFile file = this.guard.requireDeletable(place);
			done = whilePending(place, file, (pending) -> hide(place, file, kept, replaced, pending));
		}
	}

	private void hide(Place place, RegularFile file, Place kept, boolean replaced, @Nullable PendingRename pending) {
		// It may have no handle: libfuse still counts one whose release has just been
		// served.
		OpenFile open = this.openFiles.open(file, false);
		try {
			if (replaced && open.committed() != null) {
				this.openFiles.commit(open);
				this.openFiles.detach(open, kept, (stored) -> this.openFiles.secure(open));
			}
			else {
				remove(place, open, kept, pending);
			}
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	/**
	 * Its first commit may be under way, and only after that is it known what to delete.
	 */
	private void remove(Place place, OpenFile open, @Nullable Place alias, @Nullable PendingRename pending) {
		PendingRename waiting = this.names.waiting(place);
		boolean[] deleted = new boolean[1];
		this.openFiles.detach(open, alias, (stored) -> {
			this.openFiles.secure(open);
			deleteStored(place, stored, pending);
			deleted[0] = true;
		});
		if (!deleted[0]) {
			// A row that is under another name for a while may still be stored here.
			this.changes.touched(place.directory());
			this.pendingRenames.leave(place, waiting);
		}
	}

	private void deleteStored(Place place, RegularFile stored, @Nullable PendingRename pending) {
		if (pending != null && this.pendingRenames.isAwaited(pending)) {
			// A backup goes before the new file has come: the row still waits for that.
			this.names.changeAlias(pending, null);
		}
		else if (place.directory().refusesNewFiles() != null) {
			this.pendingRenames.deleteLater(place, stored, pending);
			return;
		}
		else {
			place.directory().delete(stored);
			this.changes.deleted((pending != null) ? pending.place() : place, stored);
			if (pending != null) {
				this.names.end(pending);
			}
		}
		this.changes.left(place, stored);
	}

	/**
	 * Does something to a file while it stays the one that a rename is pending for.
	 * @return whether it was done; not if the pending rename has ended meanwhile
	 */
	private boolean whilePending(Place place, RegularFile found, Consumer<@Nullable PendingRename> work) {
		PendingRename pending = this.names.moved(place);
		if (pending == null) {
			if (isElsewhere(found, place)) {
				return false;
			}
			work.accept(null);
			return true;
		}
		if (pending.isBackup()) {
			this.pendingRenames.settle(pending);
			return false;
		}
		return pending.ifPending(() -> accept(work, pending)) != null;
	}

	/**
	 * It was found by a pending rename that has ended: its row has another file's
	 * content.
	 */
	private boolean isElsewhere(RegularFile found, Place place) {
		Place known = (found instanceof OpenFileNode) ? null : this.names.place(found.key());
		return known != null && !known.equals(place);
	}

	private static PendingRename accept(Consumer<@Nullable PendingRename> work, PendingRename pending) {
		work.accept(pending);
		return pending;
	}

}
