package io.fusemount.core.save;

import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.Names;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * Gives files other names, and rows new content: the row of a name stays with the name,
 * and handles of what it held go on with that. The caller has locked the names.
 */
public final class Replacement {

	private final FileTree tree;

	private final Names names;

	private final InodeTable inodes;

	private final Bindings bindings;

	private final Openings openings;

	private final Local local;

	private final Changes changes;

	private final Rows rows;

	private final Backups backups;

	public Replacement(FileTree tree, Names names, InodeTable inodes, Bindings bindings, Openings openings, Local local,
			Changes changes, Rows rows, Backups backups) {
		this.tree = tree;
		this.names = names;
		this.inodes = inodes;
		this.bindings = bindings;
		this.openings = openings;
		this.local = local;
		this.changes = changes;
		this.rows = rows;
		this.backups = backups;
	}

	/**
	 * Renames a file to a name that nothing seems to have.
	 */
	public void moveToFreeName(Place source, FileInode file, Place target) {
		try {
			move(source, file, target, null);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EEXIST) {
				throw ex;
			}
			// The application may have taken the name since it was looked up last.
			this.changes.refreshing(file.key(), new ErrnoException(Errno.ESTALE, "Look again"));
			Inode taken = this.tree.stored(target);
			if (taken == null) {
				throw ex;
			}
			this.tree.rights().requireChangeable(target, taken.node());
			move(source, file, target, requireFile(taken));
		}
	}

	private static FileInode requireFile(Inode inode) {
		if (inode instanceof FileInode file) {
			return file;
		}
		throw new ErrnoException(Errno.EISDIR, "Not a regular file");
	}

	/**
	 * Renames a file, or lets it take the row that waits under its name.
	 * @param over the file that has the name to programs or in its source, or
	 * {@code null}; its row keeps its identity and gets the content
	 * @return the inode of the row
	 */
	public FileInode move(Place source, FileInode file, Place target, @Nullable FileInode over) {
		Lock commit = file.awaitExclusive();
		try {
			if (over == null) {
				return moveHeld(source, file, target, null);
			}
			Lock replaced = over.awaitExclusive();
			try {
				return moveHeld(source, file, target, over);
			}
			finally {
				replaced.unlock();
			}
		}
		finally {
			commit.unlock();
		}
	}

	private FileInode moveHeld(Place source, FileInode file, Place target, @Nullable FileInode over) {
		if (this.inodes.current(file) != file) {
			throw this.changes.refreshing(file.key(),
					new ErrnoException(Errno.ESTALE, "The file has become another one in the meantime"));
		}
		NodeKey before = file.isStored() ? file.key() : null;
		FileInode survivor;
		try {
			Backups.Backup backup = (over != null) ? this.backups.keep(over) : null;
			RegularFile row = (over != null) ? begin(over) : null;
			RegularFile after = securing(backup,
					() -> refreshing(file, row,
							() -> (over != null) ? Rows.end(over, target, () -> moveRow(source, file, target, row))
									: moveRow(source, file, target, row)));
			// From here on everything is done whose handles may be given up meanwhile.
			boolean scratch = backup != null && this.backups.goOn(backup);
			survivor = this.bindings.renamed(file, source, target, scratch ? null : over, after,
					row == null && before == null);
		}
		finally {
			if (over != null) {
				this.openings.settle(over);
			}
		}
		this.openings.settle(survivor);
		this.changes.renamed(source, before, target, survivor);
		return survivor;
	}

	/** Secures what handles may still read, because the row will have other content. */
	private @Nullable RegularFile begin(FileInode over) {
		Detour detour = over.detour();
		if (detour instanceof Detour.Gone gone && gone.deletion()) {
			// Whatever becomes of the new file, this one is not deleted.
			this.bindings.detour(over, gone.with(false, gone.by()));
		}
		if (over.isLocal()) {
			return null;
		}
		over.secure();
		return (detour != null) ? detour.seen() : over.version();
	}

	private RegularFile securing(Backups.@Nullable Backup backup, Supplier<RegularFile> work) {
		try {
			return work.get();
		}
		catch (RuntimeException ex) {
			if (backup != null) {
				this.backups.failed(backup);
			}
			throw ex;
		}
	}

	/** Either snapshot may be outdated, and the one that is must be forgotten. */
	private RegularFile refreshing(FileInode file, @Nullable RegularFile row, Supplier<RegularFile> work) {
		try {
			return work.get();
		}
		catch (ErrnoException ex) {
			if (!file.isLocal()) {
				this.changes.refreshing(file.key(), ex);
			}
			throw (row != null) ? this.changes.refreshing(row.key(), ex) : ex;
		}
	}

	private RegularFile moveRow(Place source, FileInode file, Place target, @Nullable RegularFile row) {
		RegularFile version = file.version();
		return (version != null && file.open() == null) ? moveClosed(source, version, target, row)
				: moveOpen(source, file, target, row);
	}

	private RegularFile moveOpen(Place source, FileInode file, Place target, @Nullable RegularFile row) {
		// What is written after the commit is not renamed away.
		Revision open = file.requireContent();
		Lock held = open.shared();
		try {
			if (file.isStored() && file.isDirty()) {
				this.rows.update(file, source);
				this.changes.updated(file);
			}
			RegularFile current = file.isStored() ? file.version() : null;
			RegularFile after = this.rows.store(file, target, () -> {
				if (current != null) {
					return rename(source, current, target, row);
				}
				FileChanges content = open.pending();
				return this.rows.commit(target, () -> (row != null) ? row.update(content.replacing(row))
						: target.directory().create(target.name(), content));
			});
			open.labelNext(file.label(target, false));
			return after;
		}
		finally {
			held.unlock();
		}
	}

	private RegularFile moveClosed(Place source, RegularFile file, Place target, @Nullable RegularFile row) {
		RegularFile after = rename(source, file, target, row);
		this.local.succeeded(file, after);
		return after;
	}

	/**
	 * Gives a stored file another name. If that is the name of a file of another kind,
	 * which therefore cannot be replaced by one transaction, it gets the content by a
	 * first one, and a second one deletes the file that had it.
	 */
	private RegularFile rename(Place source, RegularFile file, Place target, @Nullable RegularFile replaced) {
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
		SpooledContent copy = this.local.copy(file);
		try {
			FileChanges content = new FileChanges(copy, file.attributes().modified()).with(file.ownership())
				.replacing(replaced);
			RegularFile updated = this.rows.commit(target, () -> replaced.update(content));
			try {
				requireUnchanged(source, file);
				source.directory().delete(file);
				return updated;
			}
			catch (RuntimeException ex) {
				// Both exist, with the same content, which handles of the replaced file
				// do not have.
				FileInode known = this.names.file(replaced.key());
				if (known != null && !(known.detour() instanceof Detour.Away)) {
					FileInode row = this.bindings.handOver(known);
					this.bindings.updated(row, updated);
					this.changes.updated(row);
				}
				throw ex;
			}
		}
		finally {
			copy.discard();
		}
	}

	private void requireUnchanged(Place source, RegularFile file) {
		Place known = this.names.place(file.key());
		Place place = (known != null) ? known : source;
		Node now = place.directory().find(place.name());
		if (now instanceof RegularFile stored && stored.key().equals(file.key()) && !stored.isSameVersion(file)) {
			throw new ErrnoException(Errno.ESTALE, "The file was changed while it was moved");
		}
	}

	/**
	 * Stores content in the row that waits under a name.
	 */
	public FileInode putInto(Place place, FileInode waiting, FileChanges content) {
		FileInode file;
		Lock commit = waiting.awaitExclusive();
		try {
			Backups.Backup backup = this.backups.keep(waiting);
			RegularFile row = Objects.requireNonNull(begin(waiting));
			RegularFile after = securing(backup, () -> this.changes.refreshing(row.key(), () -> Rows.end(waiting, place,
					() -> this.rows.commit(place, () -> row.update(content.replacing(row))))));
			if (backup == null || !this.backups.goOn(backup)) {
				this.bindings.handOver(waiting);
			}
			file = this.bindings.stored(place, after);
		}
		finally {
			this.openings.settle(waiting);
			commit.unlock();
		}
		this.changes.stored(place, file);
		return file;
	}

	/**
	 * Stores a file in the row of another one whose old content gets a row of its own,
	 * under the name by which programs see it. That row comes first: whatever fails, or
	 * ends, after it, both exist. Handles of the old content keep it.
	 * @return whether the file has the row; not if a program writes to the old content,
	 * so that there cannot be two of it
	 */
	public boolean moveBeside(Place source, FileInode file, Place target, FileInode waiting) {
		FileInode over = this.tree.storedNow(waiting);
		Place backup = (over != null) ? over.place() : null;
		FileInode row = (over != null && backup != null) ? storeBeside(over, backup) : null;
		if (row == null) {
			return false;
		}
		try {
			move(source, file, target, row);
			return true;
		}
		finally {
			this.bindings.endDetour(row);
		}
	}

	/** Returns the inode of the row, which waits for new content from then on. */
	private @Nullable FileInode storeBeside(FileInode over, Place backup) {
		Lock commit = over.awaitExclusive();
		try {
			if (!this.inodes.yields(over)) {
				return null;
			}
			over.secure();
			RegularFile old = over.requireVersion();
			FileInode stored;
			SpooledContent copy = this.local.copy(old);
			try {
				FileInode older = (this.tree.stored(backup) instanceof FileInode file) ? file : null;
				if (older != null) {
					this.tree.rights().requireChangeable(backup, older);
				}
				stored = this.rows.put(backup, older,
						new FileChanges(copy, old.attributes().modified()).with(old.ownership()));
			}
			finally {
				copy.discard();
			}
			FileInode row = this.bindings.part(over, stored);
			this.openings.settle(over);
			return row;
		}
		finally {
			this.inodes.ceaseToYield(over);
			commit.unlock();
		}
	}

}
