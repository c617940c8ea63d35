package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Locks;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpoolLabel;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * What the handles of an open file hold: the version that it was opened at, if there is
 * one, whichever its commits have made of it, and a draft on top.
 */
public final class Revision {

	private final Spool spool;

	private final ContentCache cache;

	private final Clock clock;

	/** The birth time of a file that is not stored. */
	private volatile Instant begun;

	private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

	/** Keeps others off. */
	private final Lock exclusive = this.lock.writeLock();

	/** What is committed, {@code null} if nothing is. */
	private volatile @Nullable StoredContent stored;

	/** Local changes or a label for them, {@code null} if there never was any. */
	private volatile @Nullable Draft draft;

	/** Held while local content is given away: to what is stored, or to what is kept. */
	private final Object end = new Object();

	private volatile boolean ended;

	private Revision(Spool spool, ContentCache cache, Clock clock, @Nullable Instant begun) {
		this.spool = spool;
		this.cache = cache;
		this.clock = clock;
		this.begun = (begun != null) ? begun : clock.instant();
	}

	public static Revision of(Spool spool, ContentCache cache, Clock clock, RegularFile file) {
		Revision revision = new Revision(spool, cache, clock, null);
		revision.stored = new StoredContent(cache, file);
		return revision;
	}

	public static Revision local(Spool spool, ContentCache cache, Clock clock, SpooledContent local,
			@Nullable Instant created, @Nullable Instant modified, @Nullable SpoolLabel written) {
		Revision revision = new Revision(spool, cache, clock, created);
		Draft draft = revision.draft();
		draft.begin(local, written);
		draft.touch(revision.begun);
		draft.request(modified);
		return revision;
	}

	/**
	 * Returns the draft, which begins now if there is none; the caller keeps others off.
	 */
	private Draft draft() {
		Draft begun = this.draft;
		if (begun == null) {
			begun = new Draft();
			this.draft = begun;
		}
		return begun;
	}

	/** Returns the local content, {@code null} if there is none. */
	private @Nullable SpooledContent local() {
		Draft begun = this.draft;
		return (begun != null) ? begun.content() : null;
	}

	public @Nullable RegularFile committed() {
		StoredContent file = this.stored;
		return (file != null) ? file.file() : null;
	}

	/** Returns the program that has changed it last. */
	public @Nullable Caller changedBy() {
		Draft begun = this.draft;
		return (begun != null) ? begun.changedBy() : null;
	}

	public boolean isDirty() {
		Draft begun = this.draft;
		return begun != null && begun.isDirty();
	}

	/**
	 * Whether there is more to store than times.
	 */
	public boolean isChanged() {
		Draft begun = this.draft;
		return begun != null && begun.isChanged();
	}

	/**
	 * Returns how much content there is to store, without a lock.
	 */
	public long changedBytes() {
		Draft begun = this.draft;
		return (begun != null) ? begun.changedBytes() : 0;
	}

	public long size() {
		SpooledContent local = local();
		if (local != null) {
			return local.size();
		}
		RegularFile file = committed();
		return (file != null) ? file.attributes().size() : 0;
	}

	/**
	 * Returns the number of bytes that are not in holes, without a lock. Stored content
	 * counts as a whole.
	 */
	public long allocated() {
		SpooledContent local = local();
		return (local != null) ? local.allocated() : size();
	}

	/**
	 * Returns the offset of the next data or hole at or after a position.
	 * @throws ErrnoException {@code ENXIO} if there is none
	 */
	public long seek(long position, Seek seek) {
		Locks.await(this.lock.readLock());
		try {
			SpooledContent local = local();
			long size = size();
			long inData = seek.inData(position, size);
			long found = (local != null) ? local.seek(position, seek) : inData;
			return (seek == Seek.DATA) ? Seek.requireWithin(found, size) : found;
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	public Instant modified() {
		Draft begun = this.draft;
		Instant pending = (begun != null) ? begun.modified() : null;
		if (pending != null) {
			return pending;
		}
		RegularFile file = committed();
		return (file != null) ? file.attributes().modified() : this.clock.instant();
	}

	/**
	 * Returns the birth time: of what is stored, or that of this state if nothing is.
	 */
	public Instant created() {
		RegularFile file = committed();
		return (file != null) ? file.attributes().created() : this.begun;
	}

	public int read(long position, ByteBuffer target) {
		StoredContent unchanged = this.stored;
		if (unchanged != null && local() == null) {
			// Without a lock: a write that comes now may as well come later.
			return unchanged.read(position, target);
		}
		Locks.await(this.lock.readLock());
		try {
			SpooledContent local = local();
			if (local != null) {
				return local.read(position, target);
			}
			StoredContent file = this.stored;
			return (file != null) ? file.read(position, target) : 0;
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	/**
	 * Returns where bytes are that nobody has changed, if they are on the local disk.
	 */
	public @Nullable LocalRange locate(long position, int length) {
		StoredContent file = this.stored;
		return (file != null && local() == null) ? file.locate(position, length) : null;
	}

	public int write(long position, ByteBuffer source, LongConsumer room) {
		if (position < 0 || position + source.remaining() < 0) {
			throw new ErrnoException(Errno.EFBIG, "Write past the largest possible offset");
		}
		long end = position + source.remaining();
		Locks.await(this.exclusive);
		try {
			requireRoom(end, room);
			requireGoingOn();
			int written = localContent().write(position, source);
			draft().written(position, position + written);
			draft().touch(this.clock.instant());
			return written;
		}
		catch (RuntimeException ex) {
			draft().failed(position, end, ex);
			throw ex;
		}
		finally {
			this.exclusive.unlock();
		}
	}

	public int append(ByteBuffer source, LongConsumer room) {
		Locks.await(this.exclusive);
		try {
			return write(size(), source, room);
		}
		finally {
			this.exclusive.unlock();
		}
	}

	public void truncate(long size, LongConsumer room) {
		if (size < 0) {
			throw new ErrnoException(Errno.EINVAL, "Negative length " + size);
		}
		Locks.await(this.exclusive);
		try {
			requireRoom(size, room);
			requireGoingOn();
			localContent().truncate(size);
			draft().cutOff(size);
			draft().touch(this.clock.instant());
		}
		finally {
			this.exclusive.unlock();
		}
	}

	public void allocate(Allocation allocation, long start, long length, LongConsumer room) {
		Locks.await(this.exclusive);
		try {
			if (!allocation.isSizeKept()) {
				requireRoom(start + length, room);
			}
			requireGoingOn();
			if (localContent().allocate(allocation, start, length)) {
				draft().touch(this.clock.instant());
			}
		}
		finally {
			this.exclusive.unlock();
		}
	}

	private void requireRoom(long newSize, LongConsumer room) {
		if (newSize > size()) {
			room.accept(newSize);
		}
	}

	public void setModified(Instant modified) {
		Locks.await(this.exclusive);
		try {
			draft().request(modified);
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/** What is written to a file that was given up a moment ago would be nowhere. */
	@GuardedBy("exclusive")
	private void requireGoingOn() {
		if (this.ended) {
			throw Draft.taken();
		}
	}

	@GuardedBy("exclusive")
	private SpooledContent localContent() {
		SpooledContent local = local();
		return (local != null) ? local : draft().begin(unchanged());
	}

	@GuardedBy("exclusive")
	private SpooledContent unchanged() {
		StoredContent file = this.stored;
		return (file != null) ? SpooledContent.over(this.spool, file, size()) : SpooledContent.empty(this.spool);
	}

	/**
	 * Says what the local content is. It is written to the spool with the first change,
	 * or now if there is one, or if it is that of a local file.
	 */
	public void label(SpoolLabel changed) {
		exclusively(() -> draft().label(changed));
	}

	/**
	 * Says what the local content will be from its next change on; the caller keeps
	 * writers off.
	 */
	public void labelNext(SpoolLabel changed) {
		draft().labelNext(changed);
	}

	/**
	 * Keeps writers off, not readers.
	 */
	public Lock shared() {
		return Locks.acquire(this.lock.readLock());
	}

	private void exclusively(Runnable work) {
		Locks.acquire(this.exclusive);
		try {
			work.run();
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/**
	 * Returns what is to be stored as a whole; the caller keeps writers off.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	public FileChanges pending() {
		return draft().whole(created());
	}

	/**
	 * Returns what is to be stored in the version that it is based on: no more than has
	 * changed, if that is enough for it. The caller keeps writers off.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	public FileChanges pendingFor(RegularFile base) {
		return base.isPatchable() ? draft().patch(created()) : draft().whole(created());
	}

	/**
	 * Takes note that what was pending is stored.
	 */
	public void stored(RegularFile file) {
		synchronized (this.end) {
			SpooledContent local = local();
			StoredContent before = this.stored;
			if (before != null) {
				succeed(before, file, local);
			}
			if (local != null && isChanged()) {
				local.stored();
			}
			this.stored = (before != null) ? before : new StoredContent(this.cache, file);
			Draft begun = this.draft;
			if (begun != null) {
				begun.stored();
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

	/**
	 * Takes a newer snapshot with the same content.
	 */
	public void refresh(RegularFile file) {
		StoredContent before = this.stored;
		if (before != null) {
			before.keep(file);
		}
	}

	/**
	 * Fetches what is still missing, because what is stored will be lost.
	 */
	public void secure() {
		Locks.acquire(this.exclusive);
		try {
			localContent().complete();
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/**
	 * Has nothing to do with what is stored from now on.
	 */
	public void part() {
		Locks.acquire(this.exclusive);
		try {
			Instant modified = modified();
			this.begun = created();
			localContent().own();
			this.stored = null;
			draft().change(this.clock.instant());
			draft().request(modified);
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/**
	 * Writes local content to the disk.
	 */
	public void force() {
		Lock held = shared();
		try {
			SpooledContent local = local();
			if (local != null) {
				local.force();
			}
		}
		finally {
			held.unlock();
		}
	}

	/**
	 * Gives the file descriptor of local content back until it is used again.
	 */
	public void park() {
		exclusively(() -> {
			SpooledContent local = local();
			if (local != null) {
				local.park(modified());
			}
		});
	}

	/**
	 * Takes the label away: after a crash the local content is worth nothing.
	 */
	public void unlabel() {
		exclusively(() -> {
			Draft begun = this.draft;
			if (begun != null) {
				begun.unlabel();
			}
		});
	}

	/**
	 * Gives the local content back.
	 * @param wanted whether what is stored may be of use to others
	 */
	public void discard(boolean wanted) {
		this.ended = true;
		try {
			Locks.await(this.exclusive);
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
			SpooledContent local = local();
			if (local != null) {
				draft().take();
				RegularFile known = committed();
				try {
					if (wanted && known != null && !isDirty() && local.missing() == 0) {
						this.cache.adopt(known, local);
					}
				}
				finally {
					local.discard();
				}
			}
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/**
	 * Keeps local content that could not be stored. What never fitted on the disk is not
	 * kept: its program knows, and it would keep the disk full.
	 */
	public Unsaved keep(String fileName, RuntimeException reason, boolean told) {
		Draft begun = this.draft;
		if (begun != null && begun.isBroken()) {
			discard(true);
		}
		// A commit that hangs has the content's lock, and may end well all the same.
		synchronized (this.end) {
			this.ended = true;
			SpooledContent local = local();
			if (local == null || !isChanged() || local.size() == 0) {
				return new Unsaved(null, 0, reason, told);
			}
			draft().take();
			long missing = local.missing();
			return new Unsaved(local.keep(Caller.currentUser(), fileName), missing, reason, told);
		}
	}

}
