package io.fusemount.core.save;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.Inode;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.Pending;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * How a stored file gets a {@link Detour}, and how that ends if no other file takes its
 * row. Callers have locked the names of the file, except where they are locked here.
 */
public final class Detours {

	private final FileTree tree;

	private final Names names;

	private final NameLock locks;

	private final Bindings bindings;

	private final Replacement replacement;

	private final Backups backups;

	private final Openings openings;

	private final Changes changes;

	private final DetourTimer timer;

	public Detours(FileTree tree, Names names, NameLock locks, Bindings bindings, Replacement replacement,
			Backups backups, Openings openings, Changes changes, DetourTimer timer) {
		this.tree = tree;
		this.names = names;
		this.locks = locks;
		this.bindings = bindings;
		this.replacement = replacement;
		this.backups = backups;
		this.openings = openings;
		this.changes = changes;
		this.timer = timer;
	}

	/**
	 * Lets programs see a stored file under a scratch name.
	 */
	public void moveAway(FileInode file, Place from, Place alias) {
		this.bindings.detour(file,
				new Detour.Away(from, alias, file.requireVersion(), Caller.current(), System.nanoTime()));
		this.timer.start(from, this);
	}

	/**
	 * Finds out whether a file has lost its row to another one, where the outcome of the
	 * transaction was not known.
	 */
	public void resolve(FileInode file) {
		this.backups.resolve(file);
	}

	/**
	 * Goes on with a detour of the process before, unless it has ended: the copy of the
	 * content that another file was about to take the row from is of no use if the row
	 * still has that content.
	 */
	public void resume(FileInode file, Detour detour) {
		Place alias = detour.shownAt();
		Inode copy = (alias != null) ? this.names.shown(alias) : null;
		if (copy instanceof FileInode scratch && scratch.isScratch() && !this.backups.drop(scratch, file)) {
			return;
		}
		this.bindings.detour(file, detour);
		this.timer.start(detour.from(), this);
	}

	/**
	 * Lets programs see a file under another scratch name.
	 */
	public void moveOn(FileInode file, Detour before, Place alias) {
		this.bindings.detour(file,
				new Detour.Away(before.from(), alias, before.seen(), Caller.current(), before.since()));
	}

	/**
	 * Lets programs see a stored file under the name of its backup.
	 * @return whether they do; not if something else is going on with one of the names
	 */
	public boolean backUp(FileInode file, Place from, Place alias) {
		Detour.Backup detour = new Detour.Backup(from, alias, file.requireVersion(), Caller.current(),
				System.nanoTime());
		if (!this.bindings.backUp(file, detour)) {
			return false;
		}
		this.timer.start(from, this);
		this.changes.touched(from.directory());
		return true;
	}

	/**
	 * Lets programs see a file no more, whose row waits for a new one.
	 * @param place where programs saw it
	 * @param deletion whether it is deleted if none comes
	 */
	public void hide(FileInode file, Place place, boolean deletion) {
		Detour before = file.detour();
		Place from = (before != null) ? before.from() : place;
		Lock commit = file.exclusive();
		FileInode row;
		try {
			file.secure();
			row = this.bindings.separate(file);
			RegularFile seen = (before != null) ? before.seen() : row.requireVersion();
			long since = (before != null) ? before.since() : System.nanoTime();
			this.bindings.detour(row, new Detour.Gone(from, deletion, seen, Caller.current(), since));
			this.openings.settle(file);
		}
		finally {
			commit.unlock();
		}
		if (deletion && before == null) {
			this.timer.start(from, this);
		}
		this.changes.touched(place.directory());
		this.changes.hidden(place, row.key());
	}

	/**
	 * Deletes the row of a file; handles go on with what they have.
	 * @param place where programs see it
	 */
	public void delete(FileInode file, Place place) {
		Detour detour = file.detour();
		Place from = (detour != null) ? detour.from() : place;
		NodeKey key = file.key();
		Lock commit = file.exclusive();
		try {
			file.secure();
			Rows.end(file, from, () -> {
				place.directory().delete(file.requireVersion());
				return file;
			});
			this.bindings.gone(file, from);
			this.openings.settle(file);
		}
		finally {
			commit.unlock();
		}
		this.changes.deleted(from, key);
		if (!from.equals(place)) {
			this.changes.hidden(place, key);
		}
	}

	/**
	 * Whether a new file with the name of the row is being written, which a scratch file
	 * never is.
	 */
	public boolean isAwaited(Place from) {
		return this.names.shown(from) instanceof FileInode local && local.isLocal() && !local.isScratch();
	}

	/**
	 * Takes note that a local file has left a name. If a row waits there that programs
	 * have deleted, nothing is left of it.
	 */
	public void leave(Place place) {
		FileInode waiting = this.names.away(place);
		if (waiting == null || !(waiting.detour() instanceof Detour.Gone gone)) {
			return;
		}
		if (place.directory().refusesNewFiles() != null) {
			// Another new file may come.
			this.bindings.detour(waiting, gone.with(true, Caller.current()));
			return;
		}
		Caller.as(gone.by(), () -> {
			FileInode stored = this.tree.stored(waiting);
			if (stored != null) {
				delete(stored, place);
			}
			this.bindings.endDetour(waiting);
			this.changes.touched(place.directory());
			return waiting;
		});
	}

	/**
	 * Ends the detour of the file that is shown under a name, or is stored there: what
	 * programs have asked for is stored. Another file that only seems to have left the
	 * name that this one gets goes first.
	 */
	public void settle(FileInode file) {
		for (FileInode each : chain(file)) {
			settleNow(each);
		}
	}

	/**
	 * Ends the backup of the file that is stored under a name, if it has one: its program
	 * is not the only one any more that does something about the name.
	 */
	public void settleBackupOf(Place place) {
		FileInode waiting = this.names.away(place);
		if (waiting != null && waiting.detour() instanceof Detour.Backup) {
			settle(waiting);
		}
	}

	/**
	 * Ends the backups of a directory, whose names are locked here.
	 */
	public void settleBackupsIn(Directory directory) {
		for (Pending backup : this.bindings.backupsIn(directory)) {
			try (NameLock.Scope scope = this.locks.lock(backup.detour().from())) {
				settle(backup.file());
			}
		}
	}

	/**
	 * Ends a detour, unless a new file of the name is being written. The names are locked
	 * here.
	 * @return whether it has ended
	 */
	boolean settleUnlessAwaited(Detour detour) {
		Place from = detour.from();
		if (isAwaited(from)) {
			return false;
		}
		try (NameLock.Scope scope = this.locks.lock(from)) {
			FileInode waiting = waiting(detour);
			if (waiting != null && isAwaited(from)) {
				return false;
			}
			if (waiting != null) {
				settle(waiting);
			}
			return true;
		}
	}

	/** Returns the file with a detour, {@code null} if the detour has ended. */
	private @Nullable FileInode waiting(Detour detour) {
		FileInode waiting = this.names.away(detour.from());
		Detour now = (waiting != null) ? waiting.detour() : null;
		return (now != null && now.since() == detour.since()) ? waiting : null;
	}

	/**
	 * Returns the files that have to be settled before one, and that, which is the last.
	 */
	private List<FileInode> chain(FileInode file) {
		List<FileInode> chain = new ArrayList<>();
		FileInode next = file;
		while (next != null && !chain.contains(next)) {
			chain.add(0, next);
			Detour detour = next.detour();
			Place alias = (detour != null) ? detour.shownAt() : null;
			next = (alias != null) ? this.names.away(alias) : null;
		}
		return chain;
	}

	private void settleNow(FileInode file) {
		Detour detour = file.detour();
		if (detour != null) {
			Caller.as(detour.by(), () -> {
				if (!this.backups.resolve(file)) {
					settleNow(file, detour);
				}
				return file;
			});
		}
	}

	private void settleNow(FileInode file, Detour detour) {
		Place from = detour.from();
		Place alias = detour.shownAt();
		boolean deletion = detour instanceof Detour.Gone gone && gone.deletion();
		FileInode stored = deletion ? unchanged(file, detour) : this.tree.stored(file);
		if (stored != null && alias != null) {
			Inode covered = (detour instanceof Detour.Backup) ? this.tree.stored(alias) : null;
			if (covered instanceof FileInode older) {
				this.tree.rights().requireChangeable(alias, older);
				this.replacement.move(from, stored, alias, older);
			}
			else {
				this.replacement.moveToFreeName(from, stored, alias);
			}
		}
		else if (stored != null && deletion) {
			delete(stored, from);
		}
		FileInode waiting = this.names.away(from);
		if (waiting != null) {
			this.bindings.endDetour(waiting);
		}
	}

	/**
	 * Returns what a program has deleted, which is there again if it has been changed
	 * since.
	 */
	private @Nullable FileInode unchanged(FileInode file, Detour detour) {
		FileInode stored = this.tree.storedNow(file);
		RegularFile version = (stored != null) ? stored.version() : null;
		if (stored == null || version == null) {
			return null;
		}
		if (!version.isSameVersion(detour.seen())) {
			this.bindings.endDetour(stored);
			this.changes.touched(detour.from().directory());
			throw new ErrnoException(Errno.EPERM,
					"'" + detour.from().name() + "' has been changed since it was deleted, and is there again");
		}
		return stored;
	}

	/**
	 * Lets programs see a file as it is stored. The names are locked here: an operation
	 * that is under way may need the detour, and ends it.
	 */
	void undo(Detour detour) {
		try (NameLock.Scope scope = this.locks.lock(detour.from())) {
			FileInode waiting = waiting(detour);
			if (waiting != null) {
				this.bindings.endDetour(waiting);
			}
		}
	}

	/** Whether it is not known if another file has the row of one with a detour. */
	boolean isInDoubt(Detour detour) {
		FileInode waiting = waiting(detour);
		return waiting != null && this.backups.isInDoubt(waiting);
	}

	/** Returns what a detour is, for people. */
	String describe(Detour detour) {
		Place alias = detour.shownAt();
		return this.tree.path(detour.from()) + ((alias != null) ? " -> " + this.tree.path(alias) : "");
	}

}
