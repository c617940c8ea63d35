package io.fusemount.core.inode;

import java.time.Instant;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.revision.Revision;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of files: those of the local content where there is any, else the stored
 * ones. Times are cut to the precision in which they are or will be stored, so that they
 * do not change when they are.
 */
final class FileAttributes {

	private FileAttributes() {
	}

	static long size(FileInode file) {
		Revision open = file.content;
		return (open != null) ? open.size() : known(file).size();
	}

	static long allocated(FileInode file) {
		Revision open = file.content;
		return (open != null) ? open.allocated() : size(file);
	}

	static long seek(FileInode file, long position, Seek seek) {
		Revision open = file.content;
		return (open != null) ? open.seek(position, seek) : seek.inData(position, size(file));
	}

	static Instant modified(FileInode file) {
		Revision open = file.content;
		RegularFile stored = stored(file);
		Instant modified = (open != null) ? open.modified() : known(file).modified();
		if (stored != null) {
			return modified.equals(stored.attributes().modified()) ? modified : stored.keptTime(modified);
		}
		Place at = file.place;
		return (open != null && at != null) ? at.directory().keptTime(modified) : modified;
	}

	static Instant created(FileInode file) {
		Revision open = file.content;
		RegularFile stored = stored(file);
		if (stored != null) {
			return stored.attributes().created();
		}
		Instant created = (open != null) ? open.created() : known(file).created();
		Place at = file.place;
		return (open != null && at != null) ? at.directory().keptBirth(created, modified(file)) : created;
	}

	static @Nullable String bytesVersion(FileInode file) {
		Revision open = file.content;
		RegularFile stored = (open != null) ? open.committed() : file.version;
		boolean whole = file.isStored() && !file.givenUp && (open == null || !open.isChanged());
		String text = (stored != null && whole) ? stored.contentVersion() : null;
		// Not if a commit has ended since.
		boolean current = text != null && (open == null || stored == open.committed());
		return (stored != null && current) ? stored.key().space() + '\0' + stored.key().id() + '\0' + text : null;
	}

	static Ownership ownership(FileInode file) {
		Revision open = file.content;
		RegularFile stored = file.version;
		Ownership known = (stored != null) ? stored.ownership() : Ownership.NONE;
		return (open != null) ? known.with(open.beside().ownership()) : known;
	}

	/** Those of the version that is open, if one is. */
	static ExtendedAttributes extended(FileInode file) {
		Revision open = file.content;
		RegularFile stored = stored(file);
		Place at = file.place;
		ExtendedAttributes known = (stored != null) ? stored.extendedAttributes()
				: (at != null) ? at.directory().attributesOfNew() : ExtendedAttributes.NONE;
		return (open != null) ? open.beside().attributes().over(known) : known;
	}

	static @Nullable String contentVersion(FileInode file) {
		RegularFile stored = file.version;
		return (stored != null) ? stored.contentVersion() : null;
	}

	static boolean isWritable(FileInode file) {
		RegularFile stored = stored(file);
		return stored == null || stored.attributes().writable();
	}

	static Set<Ownership.Part> keeps(FileInode file) {
		RegularFile stored = stored(file);
		Place at = file.place;
		return (stored != null) ? stored.keeps() : (at != null) ? at.directory().keepsOfNew(false) : Set.of();
	}

	private static @Nullable RegularFile stored(FileInode file) {
		return file.isLocal() ? null : file.version;
	}

	private static Attributes known(FileInode file) {
		RegularFile stored = file.version;
		return (stored != null) ? stored.attributes() : Objects.requireNonNull(file.last);
	}

}
