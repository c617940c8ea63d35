package io.fusemount.core.inode;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Locks;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.SpoolLabel;
import org.jspecify.annotations.Nullable;

/**
 * A file: its row, if there is one, what its handles read and write, and its commits, one
 * at a time. A version that others have replaced while it is open is an inode of its own,
 * which keeps its number and its handles, and no longer has a key or a name.
 */
public final class FileInode extends Inode implements RegularFile {

	private final ReentrantLock commit = new ReentrantLock();

	volatile NodeKey key;

	/** The number while it is open, if another than that of the key. */
	volatile long number;

	volatile State state;

	/** What is stored, {@code null} if nothing ever was. */
	volatile @Nullable RegularFile version;

	/** The ticket of the lookup that has told of it last. */
	long seenAt;

	/** What others have stored while there are changes to commit. */
	@Nullable RegularFile found;

	/** Shared by the handles; that of a scratch file stays without any. */
	volatile @Nullable Revision content;

	volatile @Nullable Detour detour;

	/** The stored file whose place it takes when it is stored. */
	volatile @Nullable FileInode replaced;

	/** The inode that has its row now, {@code null} if none does. */
	@Nullable FileInode successor;

	/**
	 * The file that has got its content as a backup: whoever has found it looks again.
	 */
	volatile @Nullable FileInode backup;

	/** What its local content is labelled with, if it is that of a row. */
	volatile @Nullable Place labelled;

	/** Whether its handles were taken from their programs with changes. */
	volatile boolean givenUp;

	/**
	 * The key that it will have if its content has to go on without its row, as long as
	 * that is not known; its content stays for that, whatever becomes of its handles.
	 */
	@Nullable NodeKey heldAs;

	/** Whether its content is being given to another file. */
	boolean yielding;

	int handles;

	int writers;

	UserLimit.@Nullable Share share;

	@Nullable Birth birth;

	/** What a file that was never stored was like when it was closed. */
	volatile @Nullable Attributes last;

	private final Attempts attempts = new Attempts();

	private FileInode(NodeKey key, State state, @Nullable Maker maker) {
		super(maker);
		this.key = key;
		this.number = key.inode();
		this.state = state;
	}

	static FileInode stored(RegularFile version) {
		FileInode inode = new FileInode(version.key(), State.STORED, null);
		inode.version = version;
		return inode;
	}

	/**
	 * Creates a file without a row.
	 * @param key an identity of its own
	 */
	public static FileInode local(NodeKey key, Place place, Revision content, boolean scratch, Maker maker) {
		FileInode inode = new FileInode(key, scratch ? State.SCRATCH : State.NEW, maker);
		inode.place = place;
		inode.content = content;
		return inode;
	}

	@Override
	public NodeKey key() {
		return this.key;
	}

	@Override
	public RegularFile node() {
		return this;
	}

	/** Returns the inode number that programs see. */
	public long number() {
		return this.number;
	}

	@Override
	public @Nullable Place storedAt() {
		Detour now = this.detour;
		return (now != null) ? now.from() : this.place;
	}

	/**
	 * Returns what is stored, or was stored last; {@code null} if nothing ever was.
	 */
	public @Nullable RegularFile version() {
		return this.version;
	}

	/** Returns what is stored. */
	public RegularFile requireVersion() {
		return Objects.requireNonNull(this.version);
	}

	/**
	 * Returns what handles read and write, {@code null} if the file is not open.
	 */
	public @Nullable Revision open() {
		return this.content;
	}

	@Override
	public Content content() {
		return (this.content != null) ? this::read : requireVersion().content();
	}

	/**
	 * Returns what handles read and write.
	 * @throws ErrnoException {@code EBADF} if the handles were given up
	 */
	public Revision requireContent() {
		Revision open = this.content;
		if (open == null) {
			throw new ErrnoException(Errno.EBADF, "The file has been taken from its program");
		}
		return open;
	}

	/** Fetches what handles may still read: the row will have other content, or none. */
	public void secure() {
		Revision open = this.content;
		if (open != null) {
			open.secure();
		}
	}

	/**
	 * Returns what programs see in place of what is stored, {@code null} if both are the
	 * same.
	 */
	public @Nullable Detour detour() {
		return this.detour;
	}

	/** Whether there is a row. */
	public boolean isStored() {
		return this.state == State.STORED;
	}

	/** Whether there is no row and never was one. */
	public boolean isLocal() {
		return this.state == State.NEW || this.state == State.SCRATCH;
	}

	/** Whether the file stays local. */
	public boolean isScratch() {
		return this.state == State.SCRATCH;
	}

	/** Whether the file was deleted or replaced. */
	public boolean isGone() {
		return this.state == State.GONE;
	}

	/**
	 * Returns the file that has got its content, by whose name it was found; {@code null}
	 * if there is none.
	 */
	public @Nullable FileInode backup() {
		return this.backup;
	}

	/** Whether there is something to commit. */
	public boolean isDirty() {
		Revision open = this.content;
		return open != null && open.isDirty() && (this.state == State.NEW || this.state == State.STORED);
	}

	/** Its last handle has ended; the caller has its content. */
	void closing() {
		if (this.version == null) {
			this.last = attributes();
			this.state = State.GONE;
		}
		this.content = null;
		this.labelled = null;
		if (this.found != null) {
			this.version = this.found;
			this.found = null;
		}
	}

	/** A stored file gets the number of its row, which was not known at first. */
	void renumber() {
		if (isStored() && this.number != this.key.inode()) {
			this.birth = (this.birth != null) ? this.birth.of(this.number) : null;
			this.number = this.key.inode();
		}
	}

	/** Whether its row is being changed, so that nothing that was found counts. */
	boolean isChanging() {
		return this.commit.isLocked();
	}

	/** Whether another thread changes its row: one that does so itself knows its name. */
	boolean isChangingElsewhere() {
		return isChanging() && !this.commit.isHeldByCurrentThread();
	}

	/** Returns the number of bytes to commit. */
	public long dirtyBytes() {
		Revision open = this.content;
		return (open != null && isDirty()) ? open.changedBytes() : 0;
	}

	/** Returns the length in bytes. */
	public long size() {
		return FileAttributes.size(this);
	}

	/** Returns the length in bytes without holes. */
	public long allocated() {
		return FileAttributes.allocated(this);
	}

	/** Returns the modification time, as it is or will be stored. */
	public Instant modified() {
		return FileAttributes.modified(this);
	}

	/** Returns the birth time, as it is or will be stored. */
	public Instant created() {
		return FileAttributes.created(this);
	}

	@Override
	public Attributes attributes() {
		return new Attributes(size(), created(), modified(), isWritable());
	}

	@Override
	public Ownership ownership() {
		return FileAttributes.ownership(this);
	}

	@Override
	public ExtendedAttributes extendedAttributes() {
		return FileAttributes.extended(this);
	}

	@Override
	public Set<Ownership.Part> keeps() {
		return FileAttributes.keeps(this);
	}

	/** Whether programs may change the file. */
	public boolean isWritable() {
		return FileAttributes.isWritable(this);
	}

	/**
	 * Reads from a file that is open.
	 * @throws ErrnoException {@code ESTALE} if the version is no longer available
	 */
	public int read(long position, ByteBuffer target) {
		return OpenBytes.read(this, position, target);
	}

	/**
	 * Keeps other commits away, and opens that would find a version about to be replaced.
	 */
	public Lock exclusive() {
		return Locks.acquire(this.commit);
	}

	/**
	 * Keeps other commits away, after waiting for a running one as long as the operation
	 * is wanted.
	 */
	public Lock awaitExclusive() {
		return Locks.await(this.commit);
	}

	/**
	 * Returns why the current changes could not be committed, {@code null} if they could,
	 * or if that has not been tried.
	 */
	public @Nullable RuntimeException failure() {
		return isDirty() ? this.attempts.failure() : null;
	}

	/** Returns the outcome of the commits so far. */
	public Attempts attempts() {
		return this.attempts;
	}

	/** Returns the program that has changed it last, {@code null} if none has. */
	public @Nullable Caller changedBy() {
		Revision open = this.content;
		return (open != null) ? open.changedBy() : null;
	}

	/** Lets a later process know where changes belong that this one cannot store. */
	public void label() {
		FileLabels.write(this);
	}

	/** Labels it again as it was before something else was tried. */
	public void relabel() {
		FileLabels.rewrite(this);
	}

	/**
	 * Returns what a process that finds the local content after a crash has to know.
	 */
	public SpoolLabel label(Place at, boolean scratch) {
		return FileLabels.of(this, at, scratch);
	}

	/**
	 * Returns a text that identifies the bytes if all of them are stored, or
	 * {@code null}. No other bytes have the same text, not even those of another file.
	 */
	public @Nullable String bytesVersion() {
		return FileAttributes.bytesVersion(this);
	}

	/** Returns the offset of the next data or hole at or after a position. */
	public long seek(long position, Seek seek) {
		return FileAttributes.seek(this, position, seek);
	}

	@Override
	public boolean isSameFile(RegularFile other) {
		RegularFile mine = this.version;
		RegularFile its = (other instanceof FileInode inode) ? inode.version : other;
		return this == other || mine != null && its != null && isStored() && mine.isSameFile(its);
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		RegularFile mine = this.version;
		return this == other || mine != null && !(other instanceof FileInode) && mine.isSameVersion(other);
	}

	@Override
	public @Nullable String contentVersion() {
		return FileAttributes.contentVersion(this);
	}

}
