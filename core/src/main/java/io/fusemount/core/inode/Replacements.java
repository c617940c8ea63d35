package io.fusemount.core.inode;

import java.util.function.Function;

import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
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

	Replacements(OpenFiles openFiles, ScratchFiles scratchFiles, Tables tables) {
		this.openFiles = openFiles;
		this.scratchFiles = scratchFiles;
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
		OpenFile over = this.inodes.hold(existing);
		if (over == null) {
			return storing.apply(existing);
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
	 * Creates a file, or lets the row that waits under its name have the content.
	 */
	public RegularFile create(Place place, FileChanges initial) {
		PendingRename waiting = this.names.waiting(place);
		RegularFile taken = (waiting != null) ? takeOver(waiting, (file) -> {
			RegularFile updated = file.update(initial);
			this.changes.succeeded(file, updated);
			return updated;
		}) : null;
		return (taken != null) ? taken : place.directory().create(place.name(), initial);
	}

}
