package io.fusemount.core.file;

import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * Backups by rename to names that are stored: the file gets its name back with what has
 * come under it, and the backup becomes the new file.
 */
final class Restorations {

	/** Who asks again may have more luck. */
	private static final Set<Errno> PASSING = Set.of(Errno.EIO, Errno.EAGAIN, Errno.ETIMEDOUT, Errno.EINTR,
			Errno.ENOSPC);

	private final OpenFiles openFiles;

	private final NewFiles newFiles;

	private final FormerNames formerNames;

	Restorations(OpenFiles openFiles, NewFiles newFiles, FormerNames formerNames) {
		this.openFiles = openFiles;
		this.newFiles = newFiles;
		this.formerNames = formerNames;
	}

	/**
	 * Stores the content of a new file.
	 * @return the file that has had the name before, or {@code null} if there is none, or
	 * it is to stay where it is: somebody writes to it, has changed it since, or the
	 * application refuses
	 */
	@Nullable RegularFile restore(Replacements replacements, Place place, FileChanges changes) {
		FormerNames.Departure left = this.formerNames.find(place);
		if (left == null) {
			return null;
		}
		RegularFile restored = isUntouched(left.file()) ? tryToRestore(replacements, left, place, changes) : null;
		this.formerNames.remove(place);
		return restored;
	}

	private boolean isUntouched(RegularFile file) {
		OpenFile open = this.openFiles.find(file);
		return this.openFiles.newest(file).isSameVersion(file)
				&& (open == null || !open.isDirty() && !this.openFiles.isOpenForWriting(open));
	}

	private @Nullable RegularFile tryToRestore(Replacements replacements, FormerNames.Departure left, Place place,
			FileChanges changes) {
		try {
			RegularFile file = left.file().measured();
			SpooledContent old = this.newFiles.copy(file);
			try {
				FileChanges kept = new FileChanges(old, file.attributes().modified());
				return replacements.replace(file, (newest) -> {
					// Not the newest version, but the one that was copied.
					RegularFile after = place.directory().restore(file, place.name(), left.now().name(), kept, changes);
					// Before others can open it: they may have found it as the backup.
					this.openFiles.stored(place, file, after);
					return after;
				});
			}
			finally {
				old.discard();
			}
		}
		catch (ErrnoException ex) {
			if (PASSING.contains(ex.errno())) {
				throw ex;
			}
			return null;
		}
	}

	/**
	 * Does the same with the content of a file that is stored.
	 */
	@Nullable RegularFile restore(Replacements replacements, Place place, RegularFile source) {
		if (this.formerNames.find(place) == null) {
			return null;
		}
		RegularFile file = source.measured();
		SpooledContent content = this.newFiles.copy(file);
		try {
			return restore(replacements, place, new FileChanges(content, file.attributes().modified()));
		}
		finally {
			content.discard();
		}
	}

}
