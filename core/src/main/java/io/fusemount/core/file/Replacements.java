package io.fusemount.core.file;

import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

import io.fusemount.core.inode.NewFiles;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Binding;
import io.fusemount.core.inode.Changes;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.inode.OpenFile;
import io.fusemount.core.inode.PendingRename;
import io.fusemount.core.inode.Tables;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * New content for stored files that comes from elsewhere than their own handles: by
 * rename, or from a new file of the name that a {@linkplain PendingRename pending rename}
 * has left.
 */
public final class Replacements {

	private final OpenFiles openFiles;

	private final ScratchFiles scratchFiles;

	private final InodeTable inodes;

	private final NameTable names;

	private final Changes changes;

	private final NewFiles newFiles;

	private final Steps steps;

	Replacements(OpenFiles openFiles, ScratchFiles scratchFiles, NewFiles newFiles, Tables tables, Steps steps) {
		this.openFiles = openFiles;
		this.scratchFiles = scratchFiles;
		this.newFiles = newFiles;
		this.steps = steps;
		this.inodes = tables.inodes();
		this.names = tables.names();
		this.changes = tables.changes();
	}

	/**
	 * Replaces the content of a file. Handles that are open keep the old one.
	 * @param storing stores the new content; gets the newest snapshot of the file,
	 * {@code null} if it was never committed
	 */
	public RegularFile replace(RegularFile existing, Function<@Nullable RegularFile, RegularFile> storing) {
		NodeKey key = existing.key();
		this.inodes.beginReplacing(key);
		try {
			return replaceAlone(existing, storing);
		}
		finally {
			this.inodes.endReplacing(key);
		}
	}

	private RegularFile replaceAlone(RegularFile existing, Function<@Nullable RegularFile, RegularFile> storing) {
		// Somebody else may have replaced it meanwhile.
		RegularFile newest = this.inodes.newest(existing);
		OpenFile over = this.inodes.hold(newest);
		if (over == null) {
			return storing.apply(newest);
		}
		try {
			this.openFiles.secure(over);
			RegularFile stored = storing.apply(over.committed());
			this.openFiles.detach(over);
			return stored;
		}
		finally {
			this.openFiles.release(over, false);
		}
	}

	/**
	 * Stores new content in a file that programs see under another name. The old content
	 * becomes a scratch file of that name, and handles of it go on there.
	 * @param storing stores the new content; gets the newest snapshot of the file
	 * @return the file, or {@code null} if it is not under another name any more
	 */
	public @Nullable RegularFile takeOver(PendingRename pending, Function<RegularFile, RegularFile> storing) {
		return pending.ifPending(() -> {
			pending.keep();
			RegularFile file = this.inodes.newest(pending.file());
			this.inodes.beginReplacing(file.key());
			try {
				OpenFile open = this.inodes.hold(file);
				RegularFile stored = (open != null) ? takeOver(pending, open, file, storing)
						: takeOver(pending, file, storing);
				this.names.end(pending);
				return stored;
			}
			finally {
				this.inodes.endReplacing(file.key());
			}
		});
	}

	private RegularFile takeOver(PendingRename pending, OpenFile open, RegularFile file,
			Function<RegularFile, RegularFile> storing) {
		try {
			open.secure();
			RegularFile stored = storing.apply(file);
			Place backup = pending.shownAt();
			if (backup != null) {
				this.scratchFiles.convert(open, backup, file);
			}
			else {
				this.openFiles.detach(open);
			}
			return stored;
		}
		finally {
			this.openFiles.release(open, false);
		}
	}

	private RegularFile takeOver(PendingRename pending, RegularFile file, Function<RegularFile, RegularFile> storing) {
		Place place = pending.shownAt();
		OpenFile backup = (place != null) ? this.scratchFiles.copy(file, place) : null;
		boolean stored = false;
		try {
			RegularFile after = storing.apply(file);
			stored = true;
			return after;
		}
		finally {
			if (backup != null) {
				if (!stored) {
					this.openFiles.detach(backup);
				}
				this.openFiles.release(backup, false);
			}
		}
	}

	/**
	 * Stores new content in a file whose old content gets a row of its own, under the
	 * name that programs see it by. That row comes first: whatever fails, or ends, after
	 * it, both are there. Handles of the old content keep it.
	 * @param current the file as it is stored now
	 * @param storing stores the new content; gets the newest snapshot of the file
	 * @return the file, or {@code null} if somebody writes to the old content, so that
	 * there cannot be two of it
	 */
	public @Nullable RegularFile backUp(PendingRename pending, RegularFile current,
			Function<@Nullable RegularFile, RegularFile> storing) {
		Place backup = Objects.requireNonNull(pending.shownAt());
		this.inodes.beginReplacing(current.key());
		try {
			RegularFile file = this.inodes.newest(current);
			if (!this.inodes.beginParting(file)) {
				return null;
			}
			pending.stored(store(backup, file));
			return replaceAlone(file, storing);
		}
		finally {
			if (pending.stored() != null) {
				this.names.end(pending);
			}
			this.inodes.endParting(current.key());
			this.inodes.endReplacing(current.key());
		}
	}

	/** An older backup keeps its row. */
	private RegularFile store(Place place, RegularFile file) {
		SpooledContent copy = this.newFiles.copy(file);
		try {
			return store(place, new FileChanges(copy, file.attributes().modified()), stored(place));
		}
		finally {
			copy.discard();
		}
	}

	private RegularFile store(Place place, FileChanges content, @Nullable RegularFile older) {
		if (older != null) {
			return replace(older, (newest) -> update(place, (newest != null) ? newest : older, content));
		}
		try {
			return createBackup(place, content);
		}
		catch (ErrnoException ex) {
			this.names.forget(place);
			RegularFile taken = (ex.errno() == Errno.EEXIST) ? stored(place) : null;
			if (taken == null) {
				throw ex;
			}
			// The application has made it since it was looked up last.
			return store(place, content, taken);
		}
	}

	private @Nullable RegularFile stored(Place place) {
		Binding.Known known = this.names.known(place);
		Node node = (known != null) ? known.node() : place.directory().find(place.name());
		return (node instanceof RegularFile file) ? file : null;
	}

	private RegularFile update(Place place, RegularFile older, FileChanges content) {
		RegularFile updated = this.changes.refreshing(older.key(), () -> commit(place, () -> older.update(content)));
		this.changes.replaced(older, updated);
		return updated;
	}

	private RegularFile createBackup(Place place, FileChanges content) {
		RegularFile created = commit(place, () -> place.directory().create(place.name(), content));
		this.changes.stored(place, created);
		return created;
	}

	private RegularFile commit(Place place, Supplier<RegularFile> work) {
		return this.steps.run(Step.COMMIT, place.directory().countedAs(), work);
	}

	/**
	 * Gives a stored file another name. If that is the name of a file of another kind,
	 * which therefore cannot be replaced by one transaction, it gets the content by a
	 * first one, and a second one deletes the file that had it.
	 * @param replaced the file that has the name now, or {@code null}
	 */
	public RegularFile rename(Place source, RegularFile file, Place target, @Nullable RegularFile replaced) {
		try {
			return target.directory().rename(file, target.name(), replaced);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EXDEV || replaced == null || !source.directory().canDelete()) {
				throw ex;
			}
			return transfer(source, file, target, replaced);
		}
	}

	private RegularFile transfer(Place source, RegularFile file, Place target, RegularFile replaced) {
		SpooledContent copy = this.newFiles.copy(file);
		try {
			FileChanges content = new FileChanges(copy, file.attributes().modified());
			RegularFile updated = commit(target, () -> replaced.update(content));
			try {
				requireUnchanged(source, file);
				source.directory().delete(file);
				return updated;
			}
			catch (RuntimeException ex) {
				// Both are there, with the same content.
				this.changes.replaced(replaced, updated);
				throw ex;
			}
		}
		finally {
			copy.discard();
		}
	}

	private void requireUnchanged(Place source, RegularFile file) {
		// It may be stored under another name than programs see.
		Place known = this.names.place(file.key());
		Place place = (known != null) ? known : source;
		Node now = place.directory().find(place.name());
		if (now instanceof RegularFile stored && stored.key().equals(file.key()) && !stored.isSameVersion(file)) {
			throw new ErrnoException(Errno.ESTALE, "The file was changed while it was moved");
		}
	}

	/**
	 * Creates a file, or lets the row that waits under its name have the content.
	 */
	public RegularFile create(Place place, FileChanges initial) {
		PendingRename waiting = this.names.waiting(place);
		RegularFile taken = (waiting != null && !waiting.isBackup()) ? takeOver(waiting, (file) -> {
			RegularFile updated = file.update(initial);
			this.changes.succeeded(file, updated);
			return updated;
		}) : null;
		return (taken != null) ? taken : place.directory().create(place.name(), initial);
	}

}
