package io.fusemount.core.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.local.Loan;
import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A local file with blocks of one content, or with many small contents. It is created
 * when bytes are stored, and deleted as a whole: when its last content has left it, when
 * the cache is full, or when it proves damaged. Until then, stored bytes never change.
 * Thread-safe without a lock.
 */
final class BlockFile {

	/** In place of the number of bytes: the file was deleted. */
	private static final long DROPPED = -1;

	/** In place of the number of bytes: another object has the file. */
	private static final long LEFT = -2;

	/** In place of the number of loans: the file makes room for others. */
	private static final int EVICTED = -1;

	private final BlockStore store;

	private final LocalFile description;

	private final LocalChannel channel;

	/** The number of stored bytes, negative when the file is no longer usable. */
	private final AtomicLong bytes = new AtomicLong();

	/** The number of contents in the file. */
	private final AtomicInteger contents = new AtomicInteger();

	/** The number of those who pass the file on to programs. */
	private final AtomicInteger loans = new AtomicInteger();

	/** The part that small contents have taken. */
	private final AtomicLong reserved = new AtomicLong();

	/** The end of the last stored bytes. */
	private final AtomicLong end = new AtomicLong();

	private volatile boolean exists;

	/** Whether the bytes stay as they are for good, because the file was lent. */
	private volatile boolean frozen;

	private volatile long lastUse;

	/**
	 * Describes a file that does not exist yet.
	 * @param capacity the maximum number of bytes
	 */
	BlockFile(BlockStore store, Path path, long capacity) {
		this.store = store;
		this.description = new LocalFile(path, capacity, this::drop);
		this.channel = new LocalChannel(store.channels(), this::open);
	}

	/** Describes an existing file. */
	BlockFile(BlockStore store, Path path, long capacity, long bytes, long end, boolean frozen) {
		this(store, path, capacity);
		this.bytes.set(bytes);
		this.end.set(end);
		this.frozen = frozen;
		exists();
	}

	private void exists() {
		this.exists = true;
		this.store.add(this);
	}

	Path path() {
		return this.description.path();
	}

	LocalFile description() {
		return this.description;
	}

	long bytes() {
		return Math.max(0, this.bytes.get());
	}

	long end() {
		return this.end.get();
	}

	boolean isFrozen() {
		return this.frozen;
	}

	long lastUse() {
		return this.lastUse;
	}

	boolean isDropped() {
		return this.bytes.get() < 0;
	}

	/** Records a use. */
	void touch() {
		// All workers pass here, and the value is nearly always the same.
		long age = this.store.age();
		if (this.lastUse != age) {
			this.lastUse = age;
		}
	}

	private FileChannel open() throws IOException {
		if (isDropped()) {
			throw new NoSuchFileException(path().toString());
		}
		return this.exists ? reopen() : create();
	}

	/** A file that others have deleted must not come back with holes. */
	private FileChannel reopen() throws IOException {
		return FileChannel.open(path(), StandardOpenOption.READ, StandardOpenOption.WRITE);
	}

	private FileChannel create() throws IOException {
		try {
			FileChannel created = this.store.inDirectory(() -> PrivateFiles.create(path()));
			exists();
			if (isDropped()) {
				// It may have been deleted before it existed.
				this.store.delete(this);
			}
			return created;
		}
		catch (FileAlreadyExistsException ex) {
			// Another thread came first.
			return reopen();
		}
	}

	/** Starts with the content of another file, which becomes this one. */
	void takeOver(SpooledContent content) throws IOException {
		this.store.inDirectory(() -> {
			content.moveTo(path());
			return path();
		});
		exists();
		this.end.set(content.size());
	}

	/**
	 * Reads stored bytes. The file is dropped if that is not possible.
	 * @return the number of bytes, 0 if there are none to be had
	 */
	int read(long offset, ByteBuffer target) {
		touch();
		int start = target.position();
		boolean interrupted = false;
		try {
			while (!isDropped()) {
				try {
					int read = this.channel.read(offset, target);
					if (read > 0 && !isDropped()) {
						return read;
					}
					// Either cut off from outside, or the bytes may be of another
					// version.
					drop();
				}
				catch (ClosedChannelException ex) {
					// Closed to save a descriptor, or by the interrupt of some thread.
					interrupted |= Thread.interrupted();
				}
			}
		}
		catch (IOException ex) {
			drop();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
		target.position(start);
		closeIfIdle();
		return 0;
	}

	/**
	 * Stores bytes.
	 * @return whether they were stored; otherwise the file is gone
	 * @throws IOException if the disk does not accept them
	 */
	boolean write(long offset, ByteBuffer stored) throws IOException {
		try {
			long length = this.channel.with((open) -> write(open, offset, stored));
			this.lastUse = this.store.nextAge();
			return length > 0 && !isDropped();
		}
		catch (NoSuchFileException ex) {
			// The directory was wiped, or the file dropped.
			drop();
			return false;
		}
		finally {
			if (isDropped()) {
				closeIfIdle();
			}
		}
	}

	private long write(FileChannel open, long offset, ByteBuffer stored) throws IOException {
		// Read first, because another thread may be about to make the file longer.
		long known = this.end.get();
		if (open.size() < known) {
			// It was cut off from outside: a later byte would turn missing ones into a
			// hole.
			throw new NoSuchFileException(path().toString());
		}
		long after = LocalChannel.writeAll(open, offset, stored);
		this.end.accumulateAndGet(after, Math::max);
		return after - offset;
	}

	/** Counts stored bytes. */
	void stored(long added) {
		if (this.bytes.getAndUpdate((now) -> (now >= 0) ? now + added : now) >= 0) {
			this.store.counted(added);
		}
	}

	/**
	 * Takes room for a small content, which then belongs to the file.
	 * @return the offset, negative if there is no room
	 */
	long reserve(int length) {
		join();
		long offset = this.reserved.getAndAdd(length);
		if (offset + length <= this.description.capacity() && !isDropped()) {
			return offset;
		}
		leave();
		return -1;
	}

	/** Adds a content. */
	void join() {
		this.contents.incrementAndGet();
	}

	/** Removes a content, and the file with its last one. */
	void leave() {
		if (this.contents.decrementAndGet() == 0) {
			drop();
		}
	}

	/**
	 * Leaves the file to another object, for bytes of another version.
	 * @param kept the number of bytes that remain valid
	 * @return the other object, or {@code null} if the file is gone or was lent
	 */
	@Nullable BlockFile bequeath(long capacity, long kept) {
		if (this.frozen) {
			return null;
		}
		long before = this.bytes.getAndUpdate((now) -> (now >= 0) ? LEFT : now);
		if (before < 0) {
			return null;
		}
		this.store.counted(kept - before);
		close();
		BlockFile heir = new BlockFile(this.store, path(), capacity, kept, this.end.get(), false);
		heir.lastUse = this.lastUse;
		return heir;
	}

	/**
	 * Lends the whole file. The caller ensures that it is not bequeathed meanwhile.
	 * @return the loan, or {@code null} if the file is gone or as much as possible is
	 * lent
	 */
	@Nullable Loan lend() {
		if (this.loans.updateAndGet((now) -> (now == EVICTED) ? now : now + 1) == EVICTED) {
			return null;
		}
		long length = this.end.get();
		if (isDropped() || !this.store.lend(length)) {
			this.loans.decrementAndGet();
			return null;
		}
		this.frozen = true;
		touch();
		return new Loan(path(), length, () -> {
			this.store.lendingEnded(length);
			touch();
			this.loans.decrementAndGet();
		});
	}

	/**
	 * Deletes the file to make room, unless it is lent: the kernel would keep its space.
	 * @return the number of bytes that no longer count
	 */
	long evict() {
		return (this.loans.updateAndGet((now) -> (now == 0) ? EVICTED : now) == EVICTED) ? drop() : 0;
	}

	/**
	 * Deletes the file, unless another object has it. On return it is deleted even if
	 * another thread has begun to do this.
	 * @return the number of bytes that no longer count
	 */
	long drop() {
		long before = this.bytes.getAndUpdate((now) -> (now >= 0) ? DROPPED : now);
		if (before == LEFT) {
			return 0;
		}
		long counted = Math.max(0, before);
		this.store.counted(-counted);
		close();
		this.store.delete(this);
		return counted;
	}

	private void close() {
		// First, because those who have the file open keep its space.
		this.description.drop();
		closeIfIdle();
	}

	/** Releases the file descriptor until the next use. */
	void closeIfIdle() {
		this.channel.closeIfIdle();
	}

}
