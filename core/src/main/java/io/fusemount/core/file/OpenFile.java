package io.fusemount.core.file;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A file while it is open: the version that it was opened at, or none yet, and local
 * changes on top, shared by all handles. It follows the node through renames, and after
 * its deletion lives on until the last handle is closed.
 * <p>
 * Lock order: {@code commitLock}, then {@code contentLock}; no lock of another object is
 * taken inside except by the node that is called. A commit holds the content for reading,
 * so readers go on while it runs and writers wait: what is committed is one state.
 */
public final class OpenFile {

	private final Spool spool;

	private final Clock clock;

	private final Successions successions;

	private final NodeKey identity;

	private final ReentrantLock commitLock = new ReentrantLock();

	private final ReentrantReadWriteLock contentLock = new ReentrantReadWriteLock();

	/** Where the first commit creates the file, {@code null} if it was there before. */
	private volatile @Nullable Place place;

	private volatile @Nullable RegularFile committed;

	private volatile @Nullable SpooledContent changes;

	private volatile boolean detached;

	private volatile boolean dirty;

	/** When local content changed last, {@code null} if it did not. */
	private volatile @Nullable Instant changed;

	/** The modification time that a program asked for and that is not committed yet. */
	private volatile @Nullable Instant requestedTime;

	private volatile @Nullable RuntimeException failure;

	/** Guarded by {@link OpenFiles}. */
	int handles;

	/** Guarded by {@link OpenFiles}. */
	int writers;

	private OpenFile(Spool spool, Clock clock, Successions successions, NodeKey identity, @Nullable Place place,
			@Nullable RegularFile committed) {
		this.spool = spool;
		this.clock = clock;
		this.successions = successions;
		this.identity = identity;
		this.place = place;
		this.committed = committed;
	}

	static OpenFile existing(Spool spool, Clock clock, Successions successions, RegularFile file) {
		return new OpenFile(spool, clock, successions, file.key(), null, file);
	}

	static OpenFile created(Spool spool, Clock clock, Successions successions, NodeKey identity, Place place) {
		OpenFile file = new OpenFile(spool, clock, successions, identity, place, null);
		file.changes = SpooledContent.empty(spool);
		file.touch();
		return file;
	}

	/**
	 * Returns the key that the file had when it was opened. It is the same as long as the
	 * file is open, so that its inode number is, too.
	 */
	public NodeKey identity() {
		return this.identity;
	}

	/**
	 * Returns where the first commit will create the file, {@code null} if it is there.
	 */
	public @Nullable Place uncommittedPlace() {
		return (this.committed == null && !this.detached) ? this.place : null;
	}

	/**
	 * Returns the version that is committed, or {@code null} if there is none yet.
	 */
	public @Nullable RegularFile committed() {
		return this.committed;
	}

	/**
	 * Whether the file was deleted or replaced, so that nothing of it is stored any more.
	 */
	public boolean isDetached() {
		return this.detached;
	}

	/**
	 * Whether there is something to commit.
	 */
	public boolean isDirty() {
		return this.dirty && !this.detached;
	}

	public long size() {
		SpooledContent local = this.changes;
		if (local != null) {
			return local.size();
		}
		RegularFile file = this.committed;
		return (file != null) ? file.attributes().size() : 0;
	}

	public Instant modified() {
		Instant requested = this.requestedTime;
		if (requested != null) {
			return requested;
		}
		Instant local = this.changed;
		if (local != null) {
			return local;
		}
		RegularFile file = this.committed;
		return (file != null) ? file.attributes().modified() : this.clock.instant();
	}

	/**
	 * Fills the buffer from a position on.
	 */
	public int read(long position, ByteBuffer target) {
		Lock lock = Locks.acquire(this.contentLock.readLock());
		try {
			SpooledContent local = this.changes;
			if (local != null) {
				return local.read(position, target);
			}
			RegularFile file = this.committed;
			return (file != null && position < file.attributes().size()) ? file.content().read(position, target) : 0;
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * Writes all bytes of the buffer at a position, locally.
	 */
	public int write(long position, ByteBuffer source) {
		if (position < 0 || position + source.remaining() < 0) {
			throw new ErrnoException(Errno.EFBIG, "Write past the largest possible offset");
		}
		Lock lock = Locks.acquire(this.contentLock.writeLock());
		try {
			int written = localContent().write(position, source);
			touch();
			return written;
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * Sets the length, locally. Nothing that is cut off is ever fetched.
	 */
	public void truncate(long size) {
		if (size < 0) {
			throw new ErrnoException(Errno.EINVAL, "Negative length " + size);
		}
		Lock lock = Locks.acquire(this.contentLock.writeLock());
		try {
			localContent().truncate(size);
			touch();
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * Sets the modification time that the next commit stores.
	 */
	public void setModified(Instant modified) {
		Lock lock = Locks.acquire(this.contentLock.writeLock());
		try {
			this.requestedTime = modified;
			this.dirty = true;
		}
		finally {
			lock.unlock();
		}
	}

	private SpooledContent localContent() {
		SpooledContent local = this.changes;
		if (local == null) {
			RegularFile file = this.committed;
			local = (file != null) ? SpooledContent.over(this.spool, file.content(), file.attributes().size())
					: SpooledContent.empty(this.spool);
			this.changes = local;
		}
		return local;
	}

	private void touch() {
		this.changed = this.clock.instant();
		this.requestedTime = null;
		this.failure = null;
		this.dirty = true;
	}

	/**
	 * Stores what is dirty in one transaction; does nothing if nothing is.
	 * @param onCommit is told where the file was created, before anything else happens
	 */
	void commit(Consumer<@Nullable Place> onCommit) {
		if (isDirty()) {
			store(this::isDirty, this::storeInPlace, onCommit);
		}
	}

	private RegularFile storeInPlace(@Nullable RegularFile current, FileChanges pending) {
		if (current != null) {
			return current.update(pending);
		}
		Place target = Objects.requireNonNull(this.place);
		return target.directory().create(target.name(), pending);
	}

	/**
	 * Stores the file under another name of its directory, dirty or not, new or not.
	 * @param replaced the file that has that name now, or {@code null}
	 */
	void rename(Place target, @Nullable RegularFile replaced, Consumer<@Nullable Place> onCommit) {
		Lock commit = Locks.acquire(this.commitLock);
		// What is written after the commit is not renamed away.
		Lock content = Locks.acquire(this.contentLock.readLock());
		try {
			if (this.committed != null) {
				commit(onCommit);
			}
			store(() -> true, (current, pending) -> {
				if (current != null) {
					return target.directory().rename(current, target.name(), replaced);
				}
				return (replaced != null) ? replaced.update(pending)
						: target.directory().create(target.name(), pending);
			}, onCommit);
		}
		finally {
			content.unlock();
			commit.unlock();
		}
	}

	private void store(BooleanSupplier needed, Storing storing, Consumer<@Nullable Place> onCommit) {
		Lock commit = Locks.acquire(this.commitLock);
		try {
			Lock content = Locks.acquire(this.contentLock.readLock());
			try {
				if (needed.getAsBoolean()) {
					Place created = uncommittedPlace();
					SpooledContent local = (this.changed != null) ? this.changes : null;
					if (local != null) {
						local.complete();
					}
					refresh(storing.store(this.committed, new FileChanges(local, this.requestedTime)));
					this.changed = null;
					this.requestedTime = null;
					this.failure = null;
					this.dirty = false;
					onCommit.accept(created);
				}
			}
			catch (RuntimeException ex) {
				this.failure = ex;
				throw ex;
			}
			finally {
				content.unlock();
			}
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Commits what came after the last commit. What failed already and did not change
	 * since is not tried again.
	 */
	void commitLast(Consumer<@Nullable Place> onCommit) {
		RuntimeException known = this.failure;
		if (isDirty() && known != null) {
			throw known;
		}
		commit(onCommit);
	}

	/**
	 * Fetches the content that handles may still read, because what is stored is about to
	 * be deleted or replaced.
	 */
	void secure() {
		Lock content = Locks.acquire(this.contentLock.writeLock());
		try {
			localContent().complete();
		}
		finally {
			content.unlock();
		}
	}

	/**
	 * Parts the open file from what is stored; a commit under way is waited for.
	 * @param last is done with what is stored, if anything is
	 */
	void detach(Consumer<RegularFile> last) {
		Lock commit = Locks.acquire(this.commitLock);
		try {
			RegularFile stored = this.committed;
			if (stored != null) {
				last.accept(stored);
			}
			this.detached = true;
		}
		finally {
			commit.unlock();
		}
	}

	/**
	 * Takes a newer snapshot with the same content.
	 */
	public void refresh(RegularFile file) {
		RegularFile before = this.committed;
		if (before != null) {
			this.successions.add(before, file);
		}
		this.committed = file;
	}

	/** Gives the local content back. */
	void discard() {
		SpooledContent local = this.changes;
		if (local != null) {
			this.changes = null;
			local.discard();
		}
	}

	/**
	 * Keeps local content that could not be stored.
	 * @return where it is, or {@code null} if there is none
	 */
	@Nullable Path reject() {
		SpooledContent local = this.changes;
		this.changes = null;
		return (local != null) ? local.reject(label(), this.clock) : null;
	}

	/**
	 * Returns what to call the file in a log line.
	 */
	public String label() {
		Place created = this.place;
		return (created != null) ? created.name().value() : this.identity.space() + "-" + this.identity.id();
	}

	@FunctionalInterface
	private interface Storing {

		RegularFile store(@Nullable RegularFile current, FileChanges pending);

	}

}
