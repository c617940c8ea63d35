package io.fusemount.core.inode;

import java.util.List;
import java.util.Objects;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The changes of which names and which rows inodes have. Each is one step: nobody finds a
 * file by its old name and its new one, or by none.
 */
public final class Bindings {

	private final InodeTable inodes;

	private final Names names;

	private final NameViews views;

	public Bindings(Names names, LocalNames locals) {
		this.names = names;
		this.inodes = names.inodes;
		this.views = locals.views;
	}

	/**
	 * A file has got a row of its own.
	 */
	public void created(FileInode file, Place place, RegularFile row) {
		synchronized (this.inodes) {
			this.views.unshow(file);
			stand(file, place, row);
			this.names.changed(place, file);
			this.inodes.born(file);
		}
	}

	/**
	 * A row has been created that is not open.
	 */
	public FileInode created(Place place, RegularFile row) {
		synchronized (this.inodes) {
			FileInode file = stored(place, row);
			this.inodes.born(file);
			return file;
		}
	}

	/**
	 * A row has got other content under a name.
	 */
	public FileInode stored(Place place, RegularFile row) {
		synchronized (this.inodes) {
			FileInode file = this.inodes.live(row, Long.MAX_VALUE, false);
			if (file.content == null) {
				file.version = row;
			}
			this.views.endDetour(file);
			this.names.changed(place, file);
			return file;
		}
	}

	private void stand(FileInode file, Place place, RegularFile row) {
		this.inodes.stand(file, row.key());
		file.version = row;
		file.found = null;
		file.state = State.STORED;
		file.place = place;
	}

	/**
	 * A file has another version, or another snapshot of the same one.
	 */
	public void updated(FileInode file, RegularFile version) {
		synchronized (this.inodes) {
			file.version = version;
			file.found = null;
			FileInode current = this.inodes.find(version.key());
			if (current != null && current != file && current.content == null) {
				// The handles of the file were given up while it was stored.
				updated(current, version);
			}
			this.views.renew(file, version);
			this.names.updated(file);
		}
	}

	/**
	 * A file has another name, or has taken the row that waited under its own.
	 * @param over the file that had the name, or the row, before; {@code null} if none
	 * did, or if it goes on as a scratch file
	 * @param created whether the row is a new one
	 * @return the inode of the row
	 */
	public FileInode renamed(FileInode file, Place source, Place target, @Nullable FileInode over, RegularFile row,
			boolean created) {
		synchronized (this.inodes) {
			Place stored = (file.detour != null) ? file.detour.from() : source;
			Place before = file.isStored() ? stored : null;
			this.views.endDetour(file);
			this.views.unshow(file);
			FileInode survivor = file;
			if (over != null && over.isLocal()) {
				gone(over, null);
			}
			else if (over != null) {
				survivor = takeRow(file, over);
			}
			FileInode waiting = this.names.away(target);
			if (waiting != null) {
				// The handles of the one that waited were given up.
				this.views.endDetour(waiting);
			}
			if (before != null) {
				this.names.changed(before, null);
			}
			stand(survivor, target, row);
			this.names.changed(target, survivor);
			if (created) {
				this.inodes.born(survivor);
			}
			return survivor;
		}
	}

	/** Returns the inode of the row from now on: whichever has handles. */
	private FileInode takeRow(FileInode file, FileInode over) {
		this.views.endDetour(over);
		if (file.content == null && over.content == null) {
			this.inodes.leave(file);
			file.successor = over;
			file.state = State.GONE;
			return over;
		}
		this.inodes.leave(over);
		this.inodes.passBirth(over, file);
		over.successor = file;
		over.state = State.GONE;
		return file;
	}

	/**
	 * What is stored of a file has been deleted, if anything was; handles go on with what
	 * they have.
	 * @param stored where it was stored, {@code null} if it was not
	 */
	public void gone(FileInode file, @Nullable Place stored) {
		synchronized (this.inodes) {
			this.views.endDetour(file);
			this.views.unshow(file);
			this.inodes.leave(file);
			file.state = State.GONE;
			if (stored != null) {
				this.names.changed(stored, null);
			}
		}
	}

	/**
	 * Takes a row away from the handles of its file, which go on with what they have.
	 * @return the inode of the row from now on
	 */
	public FileInode separate(FileInode file) {
		synchronized (this.inodes) {
			return (file.handles > 0) ? heir(file, file.detour) : file;
		}
	}

	/**
	 * Does the same for new content: whoever has found the file comes to its row.
	 */
	public FileInode handOver(FileInode file) {
		synchronized (this.inodes) {
			FileInode row = separate(file);
			file.successor = (row != file) ? row : file.successor;
			return row;
		}
	}

	/**
	 * The content of a file has got another row, by whose name it was found until now:
	 * whoever has found it has to look again. Its own row waits for a new file.
	 * @param backup the file with the other row
	 * @return the inode of the row from now on
	 */
	public FileInode part(FileInode file, FileInode backup) {
		synchronized (this.inodes) {
			// If its handles were given up meanwhile, another inode has the row.
			FileInode known = this.inodes.find(file.key);
			FileInode row = (known != null) ? known : file;
			Detour detour = Objects.requireNonNull(row.detour);
			file.backup = backup;
			return heir(row, new Detour.Gone(detour.from(), false, row.requireVersion(), detour.by(), detour.since()));
		}
	}

	private FileInode heir(FileInode file, @Nullable Detour detour) {
		FileInode heir = replace(file, detour);
		this.inodes.passBirth(file, heir);
		file.state = State.GONE;
		return heir;
	}

	/** Lets a fresh inode have the row of a file. */
	private FileInode replace(FileInode file, @Nullable Detour detour) {
		FileInode fresh = FileInode.stored(file.requireVersion());
		this.views.endDetour(file);
		fresh.place = file.place;
		this.inodes.leave(file);
		this.inodes.stand(fresh, fresh.key());
		this.names.directories.inherit(file, fresh);
		if (detour != null) {
			this.views.detour(fresh, detour);
		}
		return fresh;
	}

	/**
	 * A file is stored as another one than it was opened from.
	 */
	public void becameOther(FileInode file, Place place, RegularFile row) {
		synchronized (this.inodes) {
			Place before = file.isStored() ? file.storedAt() : null;
			this.views.endDetour(file);
			this.views.unshow(file);
			this.inodes.leave(file);
			if (before != null) {
				this.names.forget(before);
			}
			stand(file, place, row);
			this.names.changed(place, file);
		}
	}

	/**
	 * A file goes on as a scratch file with the name by which programs see it, because
	 * another file takes its row.
	 * @param away how programs see it
	 * @param key an identity of its own
	 * @return {@code false} if it is not open any more
	 */
	public boolean becameScratch(FileInode file, Detour.Away away, NodeKey key) {
		synchronized (this.inodes) {
			if (file.content == null) {
				return false;
			}
			this.names.forget(away.from());
			this.views.endDetour(file);
			this.inodes.leave(file);
			file.key = key;
			file.number = key.inode();
			file.state = State.SCRATCH;
			file.maker = Maker.known(away.from(), away.by());
			file.version = null;
			file.birth = null;
			this.views.showScratch(file, away.shownAt());
			this.inodes.keepOpen(file);
			return true;
		}
	}

	/**
	 * Programs see a stored file as the detour says.
	 */
	public void detour(FileInode file, Detour detour) {
		synchronized (this.inodes) {
			this.views.detour(file, detour);
		}
	}

	/**
	 * Programs see a stored file by the name of its backup, unless something else is
	 * going on with one of the names.
	 */
	public boolean backUp(FileInode file, Detour.Backup detour) {
		synchronized (this.inodes) {
			boolean free = this.views.isFree(detour.from()) && this.views.isFree(detour.shownAt());
			if (free) {
				this.views.detour(file, detour);
			}
			return free;
		}
	}

	/** Programs see a file by the name under which it is stored. */
	public void endDetour(FileInode file) {
		synchronized (this.inodes) {
			this.views.endDetour(file);
		}
	}

	/** Returns how often detours have begun, changed or ended. */
	public long detourChanges() {
		return this.views.detourChanges;
	}

	/** Returns the files that programs do not see as they are stored. */
	public List<Pending> detours() {
		synchronized (this.inodes) {
			return this.names.directories.all().stream().flatMap((known) -> known.away().stream()).toList();
		}
	}

	/**
	 * Returns the detour of the file that is stored under a name, {@code null} if it has
	 * none.
	 */
	public @Nullable Detour detour(Place from) {
		FileInode away = this.names.away(from);
		return (away != null) ? away.detour() : null;
	}

	/**
	 * Returns the files in a directory whose backups are to be stored.
	 */
	public List<Pending> backupsIn(Directory directory) {
		NodeKey key = directory.key();
		synchronized (this.inodes) {
			DirectoryInode known = this.names.find(key);
			return (known != null)
					? known.away().stream().filter((away) -> away.detour() instanceof Detour.Backup).toList()
					: List.of();
		}
	}

	/**
	 * Nobody comes to a file any more whose handles were given up: the pages that the
	 * kernel has of it are not those of its row.
	 */
	public void giveUp(FileInode file) {
		synchronized (this.inodes) {
			file.givenUp = true;
			if (file.isStored() && file.content == null && this.inodes.find(file.key) == file) {
				replace(file, file.detour);
			}
		}
	}

	/**
	 * The name of an open version stands for another version, or for nothing.
	 */
	public void supersede(FileInode file) {
		synchronized (this.inodes) {
			if (file.handles > 0 && file.isStored() && this.inodes.find(file.key) == file) {
				replace(file, file.detour);
			}
		}
	}

	/**
	 * Ends a handle, as {@link InodeTable#leave} does.
	 */
	public Remains leave(FileInode file, boolean write, boolean givenUp) {
		synchronized (this.inodes) {
			Remains remains = this.inodes.leave(file, write, givenUp);
			if (remains == Remains.NOTHING) {
				if (!file.isStored()) {
					this.views.unshow(file);
				}
			}
			return remains;
		}
	}

	/** A directory has been created. */
	public void made(Place place, Directory directory) {
		synchronized (this.inodes) {
			DirectoryInode inode = this.names.directory(directory);
			inode.directory = directory;
			this.names.changed(place, inode);
		}
	}

	/**
	 * A directory has another name.
	 */
	public void moved(Place source, Place target, Directory directory) {
		synchronized (this.inodes) {
			this.names.changed(source, null);
			made(target, directory);
		}
	}

	/**
	 * A directory has been removed.
	 */
	public void removed(Place place, Directory directory) {
		synchronized (this.inodes) {
			this.names.directories.remove(this.names.directory(directory));
			this.names.changed(place, null);
		}
	}

}
