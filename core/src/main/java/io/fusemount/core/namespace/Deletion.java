package io.fusemount.core.namespace;

import java.util.concurrent.locks.Lock;

import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.node.Place;
import io.fusemount.core.save.Detours;
import io.fusemount.core.save.Openings;

/**
 * Deletes files: {@code unlink}.
 */
public final class Deletion {

	private final Guard guard;

	private final NameLock locks;

	private final InodeTable inodes;

	private final Bindings bindings;

	private final Openings openings;

	private final Detours detours;

	private final Changes changes;

	public Deletion(Guard guard, NameLock locks, InodeTable inodes, Bindings bindings, Openings openings,
			Detours detours, Changes changes) {
		this.guard = guard;
		this.locks = locks;
		this.inodes = inodes;
		this.bindings = bindings;
		this.openings = openings;
		this.detours = detours;
		this.changes = changes;
	}

	/**
	 * Deletes a file. Its handles go on with what they have.
	 */
	public void delete(Place place) {
		try (NameLock.Scope scope = this.locks.lock(place)) {
			remove(place, require(place));
		}
	}

	/** Returns what has the name, after storing what a program has begun with it. */
	private FileInode require(Place place) {
		FileInode file = this.inodes.current(this.guard.requireDeletable(place));
		this.guard.requireAlone(place, file);
		this.detours.resolve(file);
		if (file.detour() instanceof Detour.Backup) {
			this.detours.settle(file);
			file = this.inodes.current(this.guard.requireDeletable(place));
		}
		return file;
	}

	private void remove(Place place, FileInode file) {
		if (file.isLocal() && !removeLocal(place, file)) {
			// Its first commit has ended in the meantime.
			remove(place, file);
			return;
		}
		if (file.isStored()) {
			removeStored(place, file);
		}
	}

	private boolean removeLocal(Place place, FileInode file) {
		Lock commit = file.exclusive();
		try {
			if (!file.isLocal()) {
				return false;
			}
			this.bindings.gone(file, null);
			this.openings.settle(file);
		}
		finally {
			commit.unlock();
		}
		this.changes.touched(place.directory());
		this.detours.leave(place);
		return true;
	}

	private void removeStored(Place place, FileInode file) {
		Detour detour = file.detour();
		if (detour != null && this.detours.isAwaited(detour.from())) {
			// A backup goes before the new file has come: the row still waits for that.
			this.detours.hide(file, place, false);
		}
		else if (place.directory().refusesNewFiles() != null) {
			this.detours.hide(file, place, true);
		}
		else {
			this.detours.delete(file, place);
		}
	}

}
