package io.fusemount.core.file;

import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * New content for stored files that comes from elsewhere than their own handles: by
 * rename, or from a new file of the name that a {@linkplain PendingRename pending rename}
 * has left.
 */
public final class Replacements {

	private final OpenFiles openFiles;

	private final ReplacementGate gate;

	private final PendingRenames pendingRenames;

	Replacements(OpenFiles openFiles, ReplacementGate gate, PendingRenames pendingRenames) {
		this.openFiles = openFiles;
		this.gate = gate;
		this.pendingRenames = pendingRenames;
	}

	/**
	 * Replaces the content of a file. Handles that are open keep the old one.
	 * @param storing stores the new content; gets the newest snapshot of the file,
	 * {@code null} if it was never committed
	 */
	public RegularFile replace(RegularFile existing, Function<@Nullable RegularFile, RegularFile> storing) {
		NodeKey key = existing.key();
		this.gate.close(key);
		OpenFile over = this.openFiles.hold(existing);
		try {
			if (over == null) {
				return storing.apply(existing);
			}
			this.openFiles.secure(over);
			RegularFile stored = storing.apply(over.committed());
			this.openFiles.detach(over, null, (before) -> {
			});
			return stored;
		}
		finally {
			if (over != null) {
				this.openFiles.release(over, false);
			}
			this.gate.open(key);
		}
	}

	/**
	 * Stores new content in a file that programs see under another name, which keeps the
	 * old content as a scratch file.
	 * @param storing stores the new content; gets the newest snapshot of the file
	 * @return the file, or {@code null} if it is not under another name any more
	 */
	public @Nullable RegularFile takeOver(PendingRename pending, Function<RegularFile, RegularFile> storing) {
		return pending.ifPending(() -> {
			RegularFile file = this.openFiles.newest(pending.file());
			Name alias = pending.alias();
			OpenFile backup = (alias != null) ? this.openFiles.copy(file, new Place(pending.place().directory(), alias))
					: null;
			try {
				RegularFile stored = replace(file, (replaced) -> storing.apply(Objects.requireNonNull(replaced)));
				this.pendingRenames.end(pending);
				return stored;
			}
			catch (RuntimeException ex) {
				if (backup != null) {
					this.openFiles.detach(backup, null, (nothing) -> {
					});
				}
				throw ex;
			}
			finally {
				if (backup != null) {
					this.openFiles.release(backup, false);
				}
			}
		});
	}

	/**
	 * Creates a file, or lets the row that waits under its name have the content.
	 */
	public RegularFile create(Place place, FileChanges initial) {
		PendingRename waiting = this.pendingRenames.at(place);
		RegularFile taken = (waiting != null) ? takeOver(waiting, (file) -> {
			RegularFile updated = file.update(initial);
			this.openFiles.succeeded(file, updated);
			return updated;
		}) : null;
		return (taken != null) ? taken : place.directory().create(place.name(), initial);
	}

}
