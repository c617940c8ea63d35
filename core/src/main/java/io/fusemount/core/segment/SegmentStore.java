package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.supervision.ContentCacheStatistics;

/**
 * The segments of all content, as long as the disk accepts them, and their total number
 * of bytes.
 */
public final class SegmentStore {

	/** The suffix of all files with content. */
	public static final String SUFFIX = ".content";

	/** The fraction of the limit that small contents may use, as a divisor. */
	private static final int SLOTS_PART = 4;

	private final Path directory;

	private final OpenChannels channels;

	private final CacheDisk disk;

	private final SlotFiles slots;

	private final long limit;

	private final Runnable onFull;

	/** The number of the last segment file. */
	private final AtomicLong sequence = new AtomicLong();

	/** Increases with each piece that arrives; it is the clock of the last uses. */
	private final AtomicLong age = new AtomicLong();

	/** Approximate until it is counted again. */
	private final AtomicLong bytes = new AtomicLong();

	private final AtomicLong fetchedBytes = new AtomicLong();

	private final LongAdder hits = new LongAdder();

	private final LongAdder misses = new LongAdder();

	/**
	 * Creates an empty store.
	 * @param limit the maximum number of bytes that are kept
	 * @param onFull makes room when the limit is exceeded
	 */
	public SegmentStore(Path directory, OpenChannels channels, long limit, Runnable onFull,
			OperationListener listener) {
		this.directory = directory;
		this.channels = channels;
		this.disk = new CacheDisk(directory, listener);
		this.slots = new SlotFiles(directory, channels, limit / SLOTS_PART);
		this.limit = limit;
		this.onFull = onFull;
	}

	/**
	 * Creates a segment.
	 * @param index the index of the segment in the content
	 * @param size the length of the content
	 */
	public Segment create(long index, long size) {
		// The content may have proved shorter than the reader of its end assumes.
		Slot slot = (index == 0) ? this.slots.take(size) : null;
		return (slot != null) ? new Segment(slot, 0) : Segment.inOwnFile(this.directory, this.channels,
				this.sequence.incrementAndGet(), index * Segment.BYTES);
	}

	/**
	 * Restores a segment that an earlier store has left. It {@linkplain #counted(long)
	 * counts} as soon as it is wanted.
	 * @param slotBytes see {@link Segment#slotBytes}
	 * @param number see {@link Segment#number}
	 * @throws IllegalArgumentException if there can be no such segment
	 */
	public Segment restore(int slotBytes, long number, long start, List<ByteRange> present) {
		if (slotBytes > 0) {
			return new Segment(this.slots.restore(slotBytes, number), start).restore(present);
		}
		this.sequence.accumulateAndGet(number, Math::max);
		return Segment.inOwnFile(this.directory, this.channels, number, start).restore(present);
	}

	/**
	 * Stores fetched bytes if the disk accepts them.
	 */
	public void keep(Segment segment, long position, ByteBuffer fetched) {
		fetched(fetched.remaining());
		try {
			store(segment, position, fetched.duplicate());
		}
		catch (ClosedChannelException ex) {
			// Closed by an interrupt; the disk is fine.
		}
		catch (IOException ex) {
			this.disk.failed(ex);
		}
	}

	/**
	 * Stores bytes.
	 * @throws IOException if the disk does not accept them
	 */
	public void store(Segment segment, long position, ByteBuffer bytes) throws IOException {
		if (this.disk.requireRoom(bytes.remaining())) {
			this.slots.closeIdle();
		}
		this.bytes.addAndGet(segment.store(position, bytes, this.age.incrementAndGet()));
		evictIfFull();
	}

	/**
	 * Lets a segment start with the content of a local file: small content is copied;
	 * otherwise the file becomes that of the segment.
	 * @throws IOException if the disk does not accept it
	 */
	public void takeOver(Segment segment, SpooledContent content) throws IOException {
		if (segment.slotBytes() > 0) {
			ByteBuffer bytes = ByteBuffer.allocate((int) content.size());
			content.read(0, bytes);
			store(segment, segment.start(), bytes.flip());
		}
		else {
			segment.takeOver(content, this.age.incrementAndGet());
			counted(content.size());
		}
	}

	/**
	 * Stops using the disk for a while, because it failed.
	 */
	public void failed(IOException failure) {
		this.disk.failed(failure);
	}

	/**
	 * Leaves the disk to others for a while.
	 */
	public void suspend() {
		this.disk.suspend();
	}

	/**
	 * Stops using the disk for good.
	 */
	public void close() {
		this.disk.close();
	}

	/**
	 * Drops all segments that were {@linkplain #restore restored}, because one of them is
	 * invalid.
	 */
	public void clear() {
		this.slots.clear();
	}

	/**
	 * Leaves the files to the next store.
	 */
	public void leaveFiles() {
		this.slots.close();
	}

	public void evictIfFull() {
		if (this.bytes.get() > this.limit) {
			this.onFull.run();
		}
	}

	/**
	 * Records that the given number of bytes was added, or removed if it is negative.
	 */
	public void counted(long change) {
		this.bytes.addAndGet(change);
	}

	/**
	 * Records the exact number of bytes.
	 */
	public void recounted(long total) {
		this.bytes.set(total);
	}

	/**
	 * Whether the disk accepts content, so that it is worth fetching more than is read.
	 */
	public boolean isKeeping() {
		return !this.disk.isSuspended();
	}

	/**
	 * Records bytes that came from the database.
	 */
	public void fetched(long number) {
		this.fetchedBytes.addAndGet(number);
	}

	/**
	 * Records a read, and whether all of its bytes were local.
	 */
	public void read(boolean kept) {
		(kept ? this.hits : this.misses).increment();
	}

	public long age() {
		return this.age.get();
	}

	public long bytes() {
		return this.bytes.get();
	}

	/**
	 * Returns the maximum number of bytes that are kept.
	 */
	public long limit() {
		return this.limit;
	}

	public ContentCacheStatistics statistics() {
		return new ContentCacheStatistics(this.bytes.get(), this.limit, this.fetchedBytes.get(), this.hits.sum(),
				this.misses.sum());
	}

}
