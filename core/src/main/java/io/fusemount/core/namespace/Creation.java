package io.fusemount.core.namespace;

import io.fusemount.core.change.Changes;
import io.fusemount.core.inode.Bindings;
import io.fusemount.core.inode.Detour;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.LocalChanges;
import io.fusemount.core.inode.NameLock;
import io.fusemount.core.inode.Names;
import io.fusemount.core.inode.ScratchDirectory;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.save.Detours;
import io.fusemount.core.save.Openings;
import io.fusemount.core.save.Releases;
import io.fusemount.core.save.Replacement;
import io.fusemount.core.save.Rows;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;

/**
 * Creates files: {@code open(O_CREAT)} and {@code mknod}.
 */
public final class Creation {

	private final Guard guard;

	private final NameLock locks;

	private final Names names;

	private final Bindings bindings;

	private final Openings openings;

	private final Releases releases;

	private final Rows rows;

	private final Replacement replacement;

	private final Detours detours;

	private final Changes changes;

	private final ScratchNames scratch;

	public Creation(Guard guard, NameLock locks, Names names, Bindings bindings, Openings openings, Releases releases,
			Rows rows, Replacement replacement, Detours detours, Changes changes, ScratchNames scratch) {
		this.guard = guard;
		this.locks = locks;
		this.names = names;
		this.bindings = bindings;
		this.openings = openings;
		this.releases = releases;
		this.rows = rows;
		this.replacement = replacement;
		this.detours = detours;
		this.changes = changes;
		this.scratch = scratch;
	}

	/**
	 * Creates a file and opens it. One that is opened for reading only is complete: it is
	 * stored at once, so that a refusal reaches its creator.
	 */
	public FileInode create(Place place, OpenOptions options) {
		boolean temporary = options.creation() == OpenOptions.Creation.TEMPORARY;
		boolean local = isLocal(place, temporary);
		this.guard.requireNotKnown(place);
		try (NameLock.Scope scope = this.locks.lock(place)) {
			requireFree(place, local);
			if (local || options.write()) {
				return createOpen(place, options.write(), local, beginning(place, options.mode()));
			}
			return this.openings.open(storeEmpty(place, options.mode()), false, true);
		}
	}

	/**
	 * Creates an empty file.
	 */
	public void createEmpty(Place place, int mode) {
		boolean local = isLocal(place, false);
		this.guard.requireNotKnown(place);
		try (NameLock.Scope scope = this.locks.lock(place)) {
			requireFree(place, local);
			if (local) {
				this.releases.release(createOpen(place, false, true, beginning(place, mode)), false);
			}
			else {
				storeEmpty(place, mode);
			}
		}
	}

	/** Everything that programs create in a scratch directory stays local. */
	private boolean isLocal(Place place, boolean temporary) {
		return place.directory() instanceof ScratchDirectory || this.scratch.matches(place.name(), temporary);
	}

	private void requireFree(Place place, boolean local) {
		this.guard.requireAbsent(place);
		this.guard.requireCreatable(place);
		if (!local) {
			// Before it is told whether something hidden has the name.
			place.directory().requireStoring(storedAway(place));
		}
		this.guard.requireGivable(place, () -> null, this.names.away(place));
		this.detours.settleBackupOf(place);
		this.guard.requireNotTaken(place);
		if (!local) {
			requireRow(place);
		}
	}

	/**
	 * A file needs a row: its own, or where there can be none, one that waits for it.
	 */
	private void requireRow(Place place) {
		Detour waiting = (place.directory().refusesNewFiles() != null) ? this.bindings.detour(place) : null;
		if (waiting == null) {
			place.directory().requireNewFile(place.name());
		}
		if (this.names.away(place) == null) {
			LocalChanges.requireOneMore(place.directory());
		}
	}

	/** Returns the row that waits for the content of a file of this name. */
	private @Nullable RegularFile storedAway(Place place) {
		FileInode waiting = this.names.away(place);
		return (waiting != null) ? waiting.version() : null;
	}

	private FileInode createOpen(Place place, boolean write, boolean local, Ownership ownership) {
		FileInode file = this.openings.create(place, write, local, ownership);
		FileInode waiting = this.names.away(place);
		if (!local && waiting != null && waiting.detour() instanceof Detour.Gone gone && gone.deletion()) {
			// Whatever becomes of the new file, the row is not deleted.
			this.bindings.detour(waiting, gone.with(false, Caller.current()));
		}
		this.changes.touched(place.directory());
		return file;
	}

	private static Ownership beginning(Place place, int mode) {
		return Beginnings.of(place.directory(), mode, false);
	}

	private FileInode storeEmpty(Place place, int mode) {
		FileChanges empty = new FileChanges(ContentSource.empty(), null).with(beginning(place, mode));
		FileInode waiting = this.names.away(place);
		if (waiting != null) {
			return this.replacement.putInto(place, waiting, empty);
		}
		return this.rows.createClosed(place, empty);
	}

}
