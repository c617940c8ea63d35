package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.time.Instant;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an open file as its handles see them: those of the committed version, and
 * from the first change on local ones on top of them. {@link Revision} locks it: a change
 * keeps all others off, what may not overlap with one keeps changes off, and the rest
 * needs no lock.
 */
final class CurrentContent {

	private final Spool spool;

	private final ContentCache cache;

	/** What is committed, {@code null} if nothing is. */
	private volatile @Nullable StoredContent stored;

	/** {@code null} if there is nothing local, or it was given away. */
	private volatile @Nullable SpooledContent local;

	CurrentContent(Spool spool, ContentCache cache, @Nullable StoredContent stored, @Nullable SpooledContent local) {
		this.spool = spool;
		this.cache = cache;
		this.stored = stored;
		this.local = local;
	}

	static CurrentContent of(Spool spool, ContentCache cache, RegularFile file) {
		return new CurrentContent(spool, cache, new StoredContent(cache, file), null);
	}

	static CurrentContent of(Spool spool, ContentCache cache, SpooledContent local) {
		return new CurrentContent(spool, cache, null, local);
	}

	/** Returns the committed version, {@code null} if there is none. */
	@Nullable RegularFile committed() {
		StoredContent file = this.stored;
		return (file != null) ? file.file() : null;
	}

	/** Returns the local content, {@code null} if there is none. */
	@Nullable SpooledContent local() {
		return this.local;
	}

	/** Returns the length, without a lock. */
	long size() {
		SpooledContent changes = this.local;
		if (changes != null) {
			return changes.size();
		}
		RegularFile file = committed();
		return (file != null) ? file.attributes().size() : 0;
	}

	/**
	 * Returns the number of bytes that are not in holes, without a lock. Stored content
	 * counts as a whole.
	 */
	long allocated() {
		SpooledContent changes = this.local;
		return (changes != null) ? changes.allocated() : size();
	}

	/**
	 * Returns the offset of the next data or hole at or after a position; the caller
	 * keeps changes off.
	 */
	long seek(long position, Seek seek) {
		SpooledContent changes = this.local;
		long size = size();
		long inData = seek.inData(position, size);
		long found = (changes != null) ? changes.seek(position, seek) : inData;
		return (seek == Seek.DATA) ? Seek.requireWithin(found, size) : found;
	}

	/** Returns what is committed, if programs see just that, without a lock. */
	@Nullable StoredContent unchanged() {
		StoredContent file = this.stored;
		return (this.local == null) ? file : null;
	}

	/** Reads what is there; the caller keeps changes off. */
	int read(long position, ByteBuffer target) {
		SpooledContent changes = this.local;
		if (changes != null) {
			return changes.read(position, target);
		}
		StoredContent file = this.stored;
		return (file != null) ? file.read(position, target) : 0;
	}

	/**
	 * Returns the local content, which begins now if there is none; the caller keeps
	 * others off.
	 */
	SpooledContent requireLocal() {
		SpooledContent changes = this.local;
		if (changes == null) {
			StoredContent file = this.stored;
			changes = (file != null) ? SpooledContent.over(this.spool, file, size()) : SpooledContent.empty(this.spool);
			this.local = changes;
		}
		return changes;
	}

	/**
	 * Goes on with a version that is stored.
	 * @param changed whether its bytes are those that were there, and not those of the
	 * version before
	 */
	void stored(RegularFile file, boolean changed) {
		SpooledContent changes = this.local;
		StoredContent before = this.stored;
		if (before != null) {
			succeed(before, file, changed, changes);
		}
		if (changed && changes != null) {
			changes.stored();
		}
		this.stored = (before != null) ? before : new StoredContent(this.cache, file);
	}

	private static void succeed(StoredContent before, RegularFile file, boolean changed,
			@Nullable SpooledContent changes) {
		if (!changed) {
			before.keep(file);
		}
		else if (changes != null) {
			before.change(file, changes.patch());
		}
		else {
			// It was given up while it was stored: the bytes are where they are kept.
			before.replace(file);
		}
	}

	/** Takes a newer snapshot with the same content. */
	void refresh(RegularFile file) {
		StoredContent before = this.stored;
		if (before != null) {
			before.keep(file);
		}
	}

	/** Forgets the version, of which the local content has everything. */
	void part() {
		this.stored = null;
	}

	/** Writes the local content to the disk; the caller keeps changes off. */
	void force() {
		SpooledContent changes = this.local;
		if (changes != null) {
			changes.force();
		}
	}

	/**
	 * Gives the file descriptor of the local content back until it is used again; the
	 * caller keeps others off.
	 */
	void park(Instant modified) {
		SpooledContent changes = this.local;
		if (changes != null) {
			changes.park(modified);
		}
	}

	/** Takes the local content away. */
	@Nullable SpooledContent take() {
		SpooledContent changes = this.local;
		this.local = null;
		return changes;
	}

	/**
	 * Gives the local content back; the caller keeps others off.
	 * @param wanted whether what is stored may be of use to others
	 * @param same whether the local content is what is stored
	 */
	void discard(boolean wanted, boolean same) {
		StoredContent file = this.stored;
		if (file != null) {
			file.close(wanted);
		}
		SpooledContent changes = take();
		if (changes == null) {
			return;
		}
		try {
			if (file != null && wanted && same && changes.missing() == 0) {
				this.cache.adopt(file.file(), changes);
			}
		}
		finally {
			changes.discard();
		}
	}

}
