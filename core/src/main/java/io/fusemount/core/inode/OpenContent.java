package io.fusemount.core.inode;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.cache.LocalRange;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.spool.Allocation;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The content and times of an open file: those of the version that it was opened at, if
 * there is one, and local changes on top.
 */
final class OpenContent {

	private final Spool spool;

	private final ContentCache cache;

	private final Clock clock;

	private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

	/** What is committed, {@code null} if nothing is. */
	private volatile @Nullable StoredContent stored;

	private volatile @Nullable SpooledContent changes;

	/** Held while local content is given away: to what is stored, or to what is kept. */
	private final Object end = new Object();

	private volatile boolean ended;

	/** Guarded by the lock. */
	private final UnwrittenRange unwritten = new UnwrittenRange();

	private final ChangeTimes times = new ChangeTimes();

	/** What a process that finds the local content after a crash is to know of it. */
	private volatile @Nullable SpoolLabel label;

	private OpenContent(Spool spool, ContentCache cache, Clock clock) {
		this.spool = spool;
		this.cache = cache;
		this.clock = clock;
	}

	static OpenContent of(Spool spool, ContentCache cache, Clock clock, RegularFile file) {
		OpenContent content = new OpenContent(spool, cache, clock);
		content.stored = new StoredContent(cache, file);
		return content;
	}

	static OpenContent local(Spool spool, ContentCache cache, Clock clock, SpooledContent local,
			@Nullable Instant modified, @Nullable SpoolLabel written) {
		OpenContent content = new OpenContent(spool, cache, clock);
		content.changes = local;
		content.label = written;
		content.touch();
		content.times.request(modified);
		return content;
	}

	@Nullable RegularFile committed() {
		StoredContent file = this.stored;
		return (file != null) ? file.file() : null;
	}

	/** Returns who has changed it last. */
	@Nullable Caller changedBy() {
		return this.times.caller();
	}

	boolean isDirty() {
		return this.times.isDirty();
	}

	/** Whether there is more to store than times. */
	boolean isChanged() {
		return this.times.isChanged();
	}

	/** Returns how much content there is to store, without a lock. */
	long changedBytes() {
		SpooledContent local = this.changes;
		return (local != null && isChanged()) ? local.changedBytes() : 0;
	}

	long size() {
		SpooledContent local = this.changes;
		if (local != null) {
			return local.size();
		}
		RegularFile file = committed();
		return (file != null) ? file.attributes().size() : 0;
	}

	Instant modified() {
		Instant pending = this.times.modified();
		if (pending != null) {
			return pending;
		}
		RegularFile file = committed();
		return (file != null) ? file.attributes().modified() : this.clock.instant();
	}

	int read(long position, ByteBuffer target) {
		StoredContent unchanged = this.stored;
		if (unchanged != null && this.changes == null) {
			// Without a lock: a write that comes now may as well come later.
			return unchanged.read(position, target);
		}
		Lock held = awaitShared();
		try {
			SpooledContent local = this.changes;
			if (local != null) {
				return local.read(position, target);
			}
			StoredContent file = this.stored;
			return (file != null) ? file.read(position, target) : 0;
		}
		finally {
			held.unlock();
		}
	}

	/** Returns where bytes are that nobody has changed, if they are on the local disk. */
	@Nullable LocalRange locate(long position, int length) {
		StoredContent file = this.stored;
		return (file != null && this.changes == null) ? file.locate(position, length) : null;
	}

	int write(long position, ByteBuffer source, LongConsumer room) {
		if (position < 0 || position + source.remaining() < 0) {
			throw new ErrnoException(Errno.EFBIG, "Write past the largest possible offset");
		}
		long end = position + source.remaining();
		Lock held = awaitExclusive();
		try {
			requireRoom(end, room);
			requireGoingOn();
			int written = localContent().write(position, source);
			this.unwritten.written(position, position + written);
			touch();
			return written;
		}
		catch (RuntimeException ex) {
			this.unwritten.failed(position, end, ex);
			throw ex;
		}
		finally {
			held.unlock();
		}
	}

	int append(ByteBuffer source, LongConsumer room) {
		Lock held = awaitExclusive();
		try {
			return write(size(), source, room);
		}
		finally {
			held.unlock();
		}
	}

	void truncate(long size, LongConsumer room) {
		if (size < 0) {
			throw new ErrnoException(Errno.EINVAL, "Negative length " + size);
		}
		Lock held = awaitExclusive();
		try {
			requireRoom(size, room);
			requireGoingOn();
			localContent().truncate(size);
			this.unwritten.cutOff(size);
			touch();
		}
		finally {
			held.unlock();
		}
	}

	void allocate(Allocation allocation, long start, long length, LongConsumer room) {
		Lock held = awaitExclusive();
		try {
			if (!allocation.isSizeKept()) {
				requireRoom(start + length, room);
			}
			requireGoingOn();
			if (localContent().allocate(allocation, start, length)) {
				touch();
			}
		}
		finally {
			held.unlock();
		}
	}

	private void requireRoom(long newSize, LongConsumer room) {
		if (newSize > size()) {
			room.accept(newSize);
		}
	}

	void setModified(Instant modified) {
		Lock held = awaitExclusive();
		try {
			this.times.request(modified);
		}
		finally {
			held.unlock();
		}
	}

	/** What is written to a file that was given up a moment ago would be nowhere. */
	private void requireGoingOn() {
		if (this.ended) {
			throw new ErrnoException(Errno.EBADF, "The file has been taken from its program");
		}
	}

	private SpooledContent localContent() {
		SpooledContent local = this.changes;
		if (local == null) {
			StoredContent file = this.stored;
			local = (file != null) ? SpooledContent.over(this.spool, file, size()) : SpooledContent.empty(this.spool);
			this.changes = local;
		}
		return local;
	}

	private void touch() {
		SpooledContent local = this.changes;
		SpoolLabel known = this.label;
		// Ranges of a file are nothing without the rest of it.
		if (local != null && known != null && !local.isLabelled() && local.isWhole()) {
			// First: what fails for lack of room must not be committed.
			local.label(known);
		}
		this.times.change(this.clock.instant());
	}

	/**
	 * Says what the local content is. It is written to the spool with the first change,
	 * or now if there is one.
	 */
	void label(SpoolLabel changed) {
		Lock held = exclusive();
		try {
			boolean known = changed.equals(this.label);
			this.label = changed;
			SpooledContent local = this.changes;
			if (known && local != null && local.isLabelled()) {
				return;
			}
			if (local != null && isDirty() && local.isWhole()) {
				local.label(changed);
			}
		}
		finally {
			held.unlock();
		}
	}

	/**
	 * Says what the local content will be from its next change on; the caller keeps
	 * writers off.
	 */
	void labelNext(SpoolLabel changed) {
		this.label = changed;
	}

	/**
	 * Keeps writers off, not readers.
	 */
	Lock shared() {
		return Locks.acquire(this.lock.readLock());
	}

	private Lock awaitShared() {
		return Locks.await(this.lock.readLock());
	}

	private Lock exclusive() {
		return Locks.acquire(this.lock.writeLock());
	}

	private Lock awaitExclusive() {
		return Locks.await(this.lock.writeLock());
	}

	/**
	 * Returns what is to be stored as a whole; the caller keeps writers off.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	FileChanges pending() {
		SpooledContent local = pendingContent();
		return new FileChanges((local != null) ? local.whole() : null, this.times.requested());
	}

	/**
	 * Returns what is to be stored in the version that it is based on: no more than has
	 * changed, if that is enough for it. The caller keeps writers off.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	FileChanges pendingFor(RegularFile base) {
		SpooledContent local = base.isPatchable() ? pendingContent() : null;
		return (local != null) ? new FileChanges(local.patch(), this.times.requested()) : pending();
	}

	private @Nullable SpooledContent pendingContent() {
		RuntimeException failure = this.unwritten.failure();
		if (failure != null) {
			throw failure;
		}
		return isChanged() ? this.changes : null;
	}

	/**
	 * Takes note that what was pending is stored.
	 */
	void stored(RegularFile file) {
		synchronized (this.end) {
			SpooledContent local = this.changes;
			StoredContent before = this.stored;
			if (before != null) {
				succeed(before, file, local);
			}
			if (local != null && isChanged()) {
				local.stored();
			}
			this.stored = (before != null) ? before : new StoredContent(this.cache, file);
			this.times.stored();
			if (local != null) {
				local.unlabel();
			}
		}
	}

	private void succeed(StoredContent before, RegularFile file, @Nullable SpooledContent local) {
		if (!isChanged()) {
			before.keep(file);
		}
		else if (local != null) {
			before.change(file, local.patch());
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

	/** Fetches what is still missing, because what is stored will be lost. */
	void secure() {
		Lock held = exclusive();
		try {
			localContent().complete();
		}
		finally {
			held.unlock();
		}
	}

	/** Has nothing to do with what is stored from now on. */
	void part() {
		Lock held = exclusive();
		try {
			Instant modified = modified();
			localContent().own();
			this.stored = null;
			this.times.change(this.clock.instant());
			this.times.request(modified);
		}
		finally {
			held.unlock();
		}
	}

	/** Writes local content to the disk. */
	void force() {
		Lock held = shared();
		try {
			SpooledContent local = this.changes;
			if (local != null) {
				local.force();
			}
		}
		finally {
			held.unlock();
		}
	}

	/** Gives the file descriptor of local content back until it is used again. */
	void park() {
		Lock held = exclusive();
		try {
			SpooledContent local = this.changes;
			if (local != null) {
				local.park(modified());
			}
		}
		finally {
			held.unlock();
		}
	}

	/** Takes the label away: after a crash the local content is worth nothing. */
	void unlabel() {
		Lock held = exclusive();
		try {
			this.label = null;
			SpooledContent local = this.changes;
			if (local != null) {
				local.unlabel();
			}
		}
		finally {
			held.unlock();
		}
	}

	/**
	 * Gives the local content back.
	 * @param wanted whether what is stored may be of use to others
	 */
	void discard(boolean wanted) {
		this.ended = true;
		Lock held;
		try {
			held = awaitExclusive();
		}
		catch (ErrnoException ex) {
			// A commit that does not come back reads it still. The next start clears it.
			return;
		}
		try {
			StoredContent file = this.stored;
			if (file != null) {
				file.close(wanted);
			}
			SpooledContent local = this.changes;
			if (local != null) {
				this.changes = null;
				RegularFile known = committed();
				if (wanted && known != null && !isDirty() && local.missing() == 0) {
					this.cache.adopt(known, local);
				}
				local.discard();
			}
		}
		finally {
			held.unlock();
		}
	}

	/**
	 * Keeps local content that could not be stored. What never fitted on the disk is not
	 * kept: its program knows, and it would keep the disk full.
	 */
	Unsaved keep(String fileName, RuntimeException reason, boolean told) {
		if (this.unwritten.failure() != null) {
			discard(true);
		}
		// A commit that hangs has the content's lock, and may end well all the same.
		synchronized (this.end) {
			this.ended = true;
			SpooledContent local = this.changes;
			if (local == null || !isChanged() || local.size() == 0) {
				return new Unsaved(null, 0, reason, told);
			}
			this.changes = null;
			long missing = local.missing();
			return new Unsaved(local.keep(Caller.currentUser(), fileName), missing, reason, told);
		}
	}

}
