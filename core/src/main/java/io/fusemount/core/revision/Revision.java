package io.fusemount.core.revision;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Locks;
import io.fusemount.core.local.Loan;
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
 * one, whichever its commits have made of it, and a draft on top. Its lock lets them read
 * together and change one by one, and lets a commit store one state.
 */
public final class Revision {

	final CurrentContent content;

	final Draft draft;

	private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

	/** Keeps others off. */
	private final Lock exclusive;

	/** Held while local content is given away: to what is stored, or to what is kept. */
	private final Object end = new Object();

	private volatile boolean ended;

	private volatile RevisionJournal journal = RevisionJournal.NONE;

	Revision(CurrentContent content, Clock clock, @Nullable Instant created) {
		this.content = content;
		this.draft = new Draft(content, clock, created);
		this.exclusive = new ChangeLock(this.lock, () -> this.journal.write(content, this.draft));
	}

	public static Revision of(Spool spool, ContentCache cache, Clock clock, RegularFile file) {
		return new Revision(CurrentContent.of(spool, cache, file), clock, null);
	}

	public static Revision local(Spool spool, ContentCache cache, Clock clock, SpooledContent local,
			@Nullable Instant created, @Nullable Instant modified, @Nullable SpoolLabel written) {
		Revision revision = new Revision(CurrentContent.of(spool, cache, local), clock, created);
		revision.draft.begin(modified, written);
		return revision;
	}

	public @Nullable RegularFile committed() {
		return this.content.committed();
	}

	/** Returns the program that has changed it last. */
	public @Nullable Caller changedBy() {
		return this.draft.changedBy();
	}

	public boolean isDirty() {
		return this.draft.isDirty();
	}

	/** Returns what is to be stored beside content and times. */
	public FileChanges beside() {
		return FileChanges.of(this.draft.ownership(), this.draft.attributes());
	}

	/** Takes note of what is to be stored beside content and times. */
	public void keep(FileChanges changes) {
		exclusively(() -> this.draft.keep(changes));
	}

	/** Whether there is more to store than times. */
	public boolean isChanged() {
		return this.draft.isChanged();
	}

	/** Returns how much content there is to store, without a lock. */
	public long changedBytes() {
		return this.draft.changedBytes();
	}

	/** Returns the modification time, as it is or will be stored. */
	public Instant modified() {
		return this.draft.modified();
	}

	/** Returns the birth time: of what is stored, or that of this state if nothing is. */
	public Instant created() {
		return this.draft.created();
	}

	public long size() {
		return this.content.size();
	}

	/**
	 * Returns the number of bytes that are not in holes, without a lock. Stored content
	 * counts as a whole.
	 */
	public long allocated() {
		return this.content.allocated();
	}

	/**
	 * Returns the offset of the next data or hole at or after a position.
	 * @throws ErrnoException {@code ENXIO} if there is none
	 */
	public long seek(long position, Seek seek) {
		Locks.await(this.lock.readLock());
		try {
			return this.content.seek(position, seek);
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	public int read(long position, ByteBuffer target) {
		StoredContent unchanged = this.content.unchanged();
		if (unchanged != null) {
			// Without a lock: a write that comes now may as well come later.
			return unchanged.read(position, target);
		}
		Locks.await(this.lock.readLock());
		try {
			return this.content.read(position, target);
		}
		finally {
			this.lock.readLock().unlock();
		}
	}

	/** Returns where bytes are that nobody has changed, if they are on the local disk. */
	public @Nullable LocalRange locate(long position, int length) {
		StoredContent unchanged = this.content.unchanged();
		return (unchanged != null) ? unchanged.locate(position, length) : null;
	}

	/** Lends the local file with all bytes, if nobody has changed them. */
	public @Nullable Loan lend() {
		StoredContent unchanged = this.content.unchanged();
		return (unchanged != null) ? unchanged.lend(size()) : null;
	}

	public int write(long position, ByteBuffer source, LongConsumer room) {
		if (position < 0 || position + source.remaining() < 0) {
			throw new ErrnoException(Errno.EFBIG, "Write past the largest possible offset");
		}
		long end = position + source.remaining();
		Locks.await(this.exclusive);
		try {
			int written = change(end, room).write(position, source);
			this.draft.written(position, position + written);
			return written;
		}
		catch (RuntimeException ex) {
			this.draft.failed(position, end, ex);
			throw ex;
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/** Writes at the end, or where the start says, which is told the end. */
	public int append(LongUnaryOperator start, ByteBuffer source, LongConsumer room) {
		Locks.await(this.exclusive);
		try {
			return write(start.applyAsLong(size()), source, room);
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
			change(size, room).truncate(size);
			this.draft.cutOff(size);
		}
		finally {
			this.exclusive.unlock();
		}
	}

	public void allocate(Allocation allocation, long start, long length, LongConsumer room) {
		Locks.await(this.exclusive);
		try {
			long end = allocation.isSizeKept() ? 0 : start + length;
			if (change(end, room).allocate(allocation, start, length)) {
				this.draft.touch();
			}
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/**
	 * Returns the local content for a change that ends at an offset.
	 * @throws ErrnoException {@code EBADF} if the file was given up a moment ago: what is
	 * written to it would be nowhere
	 */
	@GuardedBy("exclusive")
	private SpooledContent change(long end, LongConsumer room) {
		if (end > size()) {
			room.accept(end);
		}
		if (this.ended) {
			throw Draft.taken();
		}
		return this.content.requireLocal();
	}

	public void setModified(Instant modified) {
		Locks.await(this.exclusive);
		try {
			this.draft.request(modified);
		}
		finally {
			this.exclusive.unlock();
		}
	}

	/**
	 * Says what the local content is. It is written to the spool with the first change,
	 * or now if there is one, or if it is that of a local file.
	 */
	public void label(SpoolLabel changed) {
		exclusively(() -> this.draft.label(changed));
	}

	/**
	 * Says what the local content will be from its next change on; the caller keeps
	 * writers off.
	 */
	public void labelNext(SpoolLabel changed) {
		this.draft.labelNext(changed);
	}

	/** Keeps writers off, not readers. */
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
		return this.draft.whole();
	}

	/**
	 * Returns what is to be stored in the version that it is based on: no more than has
	 * changed, if that is enough for it. The caller keeps writers off.
	 * @throws RuntimeException the failure of a write that was not made up for
	 */
	public FileChanges pendingFor(RegularFile base) {
		return base.isPatchable() ? this.draft.patch() : this.draft.whole();
	}

	/** Takes note that what was pending is stored. */
	public void stored(RegularFile file) {
		synchronized (this.end) {
			this.content.stored(file, isChanged());
			this.draft.stored();
			this.journal.write(this.content, this.draft);
		}
	}

	/** Takes a newer snapshot with the same content. */
	public void refresh(RegularFile file) {
		exclusively(() -> this.content.refresh(file));
	}

	/** Writes down from now on what changes, and how it is now. */
	public void record(RevisionJournal target) {
		exclusively(() -> this.journal = target);
	}

	/** Returns what writes down what changes, and what is about to be committed. */
	public RevisionJournal journal() {
		return this.journal;
	}

	/** Fetches what is still missing, because what is stored will be lost. */
	public void secure() {
		exclusively(() -> this.content.requireLocal().complete());
	}

	/** Has nothing to do with what is stored from now on. */
	public void part() {
		exclusively(() -> {
			this.content.requireLocal().own();
			this.draft.part();
			this.content.part();
		});
	}

	/** Writes local content to the disk. */
	public void force() {
		Lock held = shared();
		try {
			this.content.force();
		}
		finally {
			held.unlock();
		}
	}

	/** Gives the file descriptor of local content back until it is used again. */
	public void park() {
		exclusively(() -> this.content.park(modified()));
	}

	/** Takes the label away: after a crash the local content is worth nothing. */
	public void unlabel() {
		exclusively(this.draft::unlabel);
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
			this.journal.end(this.content, this.draft);
			this.content.discard(wanted, !isDirty());
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
		if (this.draft.isBroken()) {
			discard(true);
		}
		// A commit that hangs has the content's lock, and may end well all the same.
		synchronized (this.end) {
			this.ended = true;
			SpooledContent local = this.content.local();
			if (local == null || !isChanged() || local.size() == 0) {
				return new Unsaved(null, 0, reason, told);
			}
			this.content.take();
			Unsaved kept = new Unsaved(local.keep(Caller.currentUser(), fileName), local.missing(), reason, told);
			this.journal.end(this.content, this.draft);
			return kept;
		}
	}

}
