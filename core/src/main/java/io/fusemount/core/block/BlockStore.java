package io.fusemount.core.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.PrivateFiles;
import io.fusemount.core.node.Content;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The local files with blocks of all contents, limited in size: when the limit is
 * exceeded, the least recently used files are deleted. The names of files are never used
 * again, so that a file can be deleted at any time, by any thread. Thread-safe without a
 * lock.
 */
public final class BlockStore {

	/** The suffix of all files with content. */
	public static final String SUFFIX = ".content";

	/** The fraction that is deleted at once when the limit is exceeded, as a divisor. */
	private static final int EVICTED_PART = 16;

	/**
	 * The fraction of the limit up to which content has a single file, as a divisor.
	 */
	private static final int LARGEST_FILE_PART = 2;

	/** The fraction of the limit that is lent at most, as a divisor. */
	private static final int LENT_PART = 2;

	/**
	 * The maximum capacity of a file with small contents: smaller ones would have to be
	 * created more often, and larger ones take more with them.
	 */
	private static final long MAX_SHARED_BYTES = 16L << 20;

	private final Path directory;

	private final OpenChannels channels;

	private final CacheDisk disk;

	private final long limit;

	/** The existing files. */
	private final Map<Path, BlockFile> files = new ConcurrentHashMap<>();

	/** The file that receives small contents. */
	private final AtomicReference<@Nullable BlockFile> shared = new AtomicReference<>();

	/** Different for each process, and for each cache in it. */
	private final String prefix = UUID.randomUUID() + "-";

	private final AtomicLong sequence = new AtomicLong();

	/** Increases with each piece that is stored; it is the clock of the last uses. */
	private final AtomicLong age = new AtomicLong();

	private final AtomicLong bytes = new AtomicLong();

	/** The number of bytes in files that are not deleted to make room. */
	private final AtomicLong lent = new AtomicLong();

	/** Whether the files belong to the next process. */
	private volatile boolean left;

	/**
	 * Creates an empty store.
	 * @param limit the maximum number of bytes that are kept
	 */
	public BlockStore(Path directory, OpenChannels channels, long limit, OperationListener listener) {
		this.directory = directory;
		this.channels = channels;
		this.disk = new CacheDisk(directory, listener);
		this.limit = limit;
	}

	OpenChannels channels() {
		return this.channels;
	}

	long age() {
		return this.age.get();
	}

	long nextAge() {
		return this.age.incrementAndGet();
	}

	/** Runs work that needs the directory. */
	<T> T inDirectory(PrivateFiles.Work<T> work) throws IOException {
		return PrivateFiles.in(this.directory, work);
	}

	/**
	 * Returns the number of bytes of a content that are in one file. A content that would
	 * fill more than half of the cache is in several files, so that a part of it can be
	 * deleted.
	 */
	long stretch(long size) {
		if (isForOneFile(size)) {
			return Long.MAX_VALUE;
		}
		return Math.max(1, this.limit / EVICTED_PART / Content.PIECE_BYTES) * Content.PIECE_BYTES;
	}

	/**
	 * Whether a content of the given size has a single file.
	 */
	public boolean isForOneFile(long size) {
		return size <= this.limit / LARGEST_FILE_PART;
	}

	/** Whether a content of the given size shares a file with others. */
	static boolean isSmall(long size) {
		return size <= Blocks.BYTES;
	}

	private BlockFile file(long capacity) {
		return new BlockFile(this, this.directory.resolve(this.prefix + this.sequence.incrementAndGet() + SUFFIX),
				capacity);
	}

	/** Creates an extent without blocks, whose file does not exist yet. */
	Extent create(long start, long end) {
		BlockFile file = file(end - start);
		file.join();
		return new Extent(file, start, end, 0, new BitSet());
	}

	/**
	 * Stores a small content behind others.
	 * @throws IOException if the disk does not accept it
	 */
	Extent append(ByteBuffer content) throws IOException {
		int length = content.remaining();
		while (true) {
			BlockFile file = this.shared.get();
			long offset = (file != null) ? file.reserve(length) : -1;
			if (file != null && offset >= 0) {
				return append(file, offset, content);
			}
			this.shared.compareAndSet(file, file(Math.min(MAX_SHARED_BYTES, this.limit / EVICTED_PART)));
		}
	}

	private static Extent append(BlockFile file, long offset, ByteBuffer content) throws IOException {
		Extent extent = new Extent(file, 0, content.remaining(), offset, new BitSet());
		try {
			extent.store(0, content);
			return extent;
		}
		catch (IOException ex) {
			extent.leave();
			throw ex;
		}
	}

	/** Turns content that was written locally into an extent, without a copy. */
	Extent takeOver(SpooledContent content) throws IOException {
		long size = content.size();
		BlockFile file = file(size);
		file.takeOver(content);
		file.join();
		Extent extent = new Extent(file, 0, size, 0, new BitSet());
		extent.stored(0, size);
		return extent;
	}

	/** Restores an extent that an earlier store has left. */
	Extent restore(ExtentRecord record) {
		Path path = this.directory.resolve(record.file());
		BlockFile known = this.files.get(path);
		BlockFile file = (known != null) ? known : restore(path, record);
		file.join();
		return new Extent(file, record.start(), record.end(), record.offset(), record.present());
	}

	private BlockFile restore(Path path, ExtentRecord record) {
		counted(record.bytes());
		return new BlockFile(this, path, record.capacity(), record.bytes(), record.fileEnd(), record.frozen());
	}

	/** Adds a file that exists. */
	void add(BlockFile file) {
		this.files.put(file.path(), file);
	}

	/** Deletes a file. */
	void delete(BlockFile file) {
		if (!this.left) {
			try {
				Files.deleteIfExists(file.path());
			}
			catch (IOException ex) {
				// The next start deletes the file.
			}
		}
		this.files.remove(file.path(), file);
	}

	/** Records that the given number of bytes was added, or removed if it is negative. */
	void counted(long change) {
		this.bytes.addAndGet(change);
	}

	/**
	 * Records that bytes are lent, unless too little of the limit would be left for
	 * content that comes and goes.
	 * @return whether they may be lent
	 */
	boolean lend(long number) {
		long most = this.limit / LENT_PART;
		return this.lent.getAndUpdate((now) -> (now + number <= most) ? now + number : now) + number <= most;
	}

	/** Records that bytes are no longer lent. */
	void lendingEnded(long number) {
		this.lent.addAndGet(-number);
	}

	/** Deletes files if the limit is exceeded. */
	public void evictIfFull() {
		if (this.bytes.get() > this.limit) {
			evict(this.limit - this.limit / EVICTED_PART);
		}
	}

	/**
	 * Deletes the least recently used files until the given amount is left.
	 * @return the number of deleted bytes
	 */
	private long evict(long target) {
		long evicted = 0;
		for (Candidate candidate : byUse()) {
			if (this.bytes.get() <= target) {
				break;
			}
			evicted += candidate.file().evict();
		}
		return evicted;
	}

	private List<Candidate> byUse() {
		return this.files.values()
			.stream()
			.map((file) -> new Candidate(file, file.lastUse()))
			.sorted(Comparator.comparingLong(Candidate::lastUse))
			.toList();
	}

	/**
	 * Leaves the disk to others for a while. On return, all files are deleted that are
	 * not lent.
	 * @return the number of deleted bytes
	 */
	public long giveBack() {
		this.disk.suspend();
		return this.files.values().stream().mapToLong(BlockFile::evict).sum();
	}

	/**
	 * Requires that the disk has room.
	 * @throws IOException if it has none, or has failed lately
	 */
	void requireRoom(long number) throws IOException {
		if (this.disk.requireRoom(number)) {
			// So that a deleted file is noticed from time to time, and its space
			// released.
			closeIdle();
		}
	}

	private void closeIdle() {
		this.files.values().forEach(BlockFile::closeIfIdle);
	}

	/**
	 * Stops using the disk for a while, because it failed.
	 */
	public void failed(IOException failure) {
		this.disk.failed(failure);
	}

	/**
	 * Whether the disk accepts content, so that it is worth fetching more than is read.
	 */
	public boolean isKeeping() {
		return !this.disk.isSuspended();
	}

	/**
	 * Stops using the disk for good.
	 */
	public void close() {
		this.disk.close();
	}

	/**
	 * Leaves the files to the next store: closes them, and deletes none from now on.
	 */
	public void leaveFiles() {
		this.left = true;
		closeIdle();
	}

	/**
	 * Returns the number of bytes in the files.
	 */
	public long bytes() {
		return this.bytes.get();
	}

	/**
	 * Returns the maximum number of bytes that are kept.
	 */
	public long limit() {
		return this.limit;
	}

	/**
	 * A file that may be deleted.
	 */
	private record Candidate(BlockFile file, long lastUse) {

	}

}
