package io.fusemount.core.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.fusemount.core.local.Loan;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one content that are on the local disk: nearly always in one file, with
 * the bytes at their offsets. Small content is in a file with others, and content of more
 * than half of the cache in several files. A file may vanish at any time. Thread-safe
 * without a lock.
 */
public final class Extents {

	/** The size of a block in bytes. */
	public static final int BLOCK_BYTES = Blocks.BYTES;

	private final BlockStore store;

	private final long size;

	/** The number of bytes in one file. */
	private final long stretch;

	private final ConcurrentMap<Long, Extent> extents = new ConcurrentHashMap<>(2);

	/** Whether nothing is stored any longer. */
	private volatile boolean sealed;

	/**
	 * Creates an empty set.
	 * @param size the length of the content
	 */
	public Extents(BlockStore store, long size) {
		this.store = store;
		this.size = size;
		this.stretch = store.stretch(size);
	}

	/**
	 * Restores the blocks that an earlier process has left. What is not where it would be
	 * stored now, because the limit has changed, is deleted.
	 */
	public static Extents restore(BlockStore store, long size, List<ExtentRecord> records) {
		Extents extents = new Extents(store, size);
		for (ExtentRecord record : records) {
			long index = record.start() / extents.stretch;
			Extent extent = store.restore(record);
			if (record.start() == index * extents.stretch && record.end() == extents.end(index)) {
				extents.publish(index, extent);
			}
			else {
				extent.leave();
			}
		}
		return extents;
	}

	private @Nullable Extent at(long position) {
		return this.extents.get(position / this.stretch);
	}

	/**
	 * Whether a position is present.
	 */
	public boolean has(long position) {
		Extent extent = at(position);
		return extent != null && extent.has(position);
	}

	/**
	 * Reads present bytes from a position up to an end.
	 * @return the number of bytes, 0 if none are present
	 */
	public int read(long position, long end, ByteBuffer target) {
		Extent extent = at(position);
		return (extent != null) ? extent.read(position, end, target) : 0;
	}

	/**
	 * Returns the place of bytes, {@code null} unless all of them are present.
	 */
	public @Nullable LocalRange locate(long position, long end) {
		Extent extent = at(position);
		return (extent != null) ? extent.locate(position, end) : null;
	}

	/**
	 * Lends the file with the whole content, {@code null} if it is not in one file of its
	 * own. The caller ensures that nothing is handed over meanwhile.
	 */
	public @Nullable Loan lend() {
		boolean alone = !BlockStore.isSmall(this.size) && this.size <= this.stretch;
		Extent extent = alone ? at(0) : null;
		return (extent != null) ? extent.lend() : null;
	}

	/**
	 * Whether nothing is missing before the given end.
	 */
	public boolean isComplete(long end) {
		// Backwards, because a reader that starts at the beginning lacks the end for
		// longest.
		for (long index = (end - 1) / this.stretch; end > 0 && index >= 0; index--) {
			Extent extent = this.extents.get(index);
			if (extent == null || !extent.isComplete(end)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether nothing is present.
	 */
	public boolean isEmpty() {
		return this.extents.values().stream().allMatch(Extent::isEmpty);
	}

	/**
	 * Stores whole blocks, or nothing if the content is {@linkplain #seal() sealed}. The
	 * buffer is consumed in any case.
	 * @param position the start of a block
	 * @param bytes the bytes, up to the end of a block or of the content, of one piece
	 * @throws IOException if the disk does not accept them
	 */
	public void store(long position, ByteBuffer bytes) throws IOException {
		if (this.sealed) {
			bytes.position(bytes.limit());
			return;
		}
		this.store.requireRoom(bytes.remaining());
		if (BlockStore.isSmall(this.size)) {
			publish(0, this.store.append(bytes));
		}
		else {
			toStore(position).store(position, bytes);
		}
		bytes.position(bytes.limit());
		this.store.evictIfFull();
	}

	private Extent toStore(long position) {
		long index = position / this.stretch;
		Extent known = this.extents.get(index);
		if (known != null && known.isLive()) {
			return known;
		}
		return publish(index, this.store.create(index * this.stretch, end(index)));
	}

	private long end(long index) {
		long start = index * this.stretch;
		return (this.size - start > this.stretch) ? start + this.stretch : this.size;
	}

	/** Adds an extent, unless there is one. */
	private Extent publish(long index, Extent fresh) {
		Extent known = this.extents.compute(index, (key, now) -> (now != null && now.isLive()) ? now : fresh);
		if (known != fresh) {
			fresh.leave();
		}
		if (this.sealed) {
			leave();
		}
		return known;
	}

	/**
	 * Starts with content that was written locally and is for one file. Small content is
	 * copied; otherwise the file is taken over.
	 * @throws IOException if the disk does not accept it
	 */
	public void takeOver(SpooledContent content) throws IOException {
		if (BlockStore.isSmall(this.size)) {
			ByteBuffer bytes = ByteBuffer.allocate((int) this.size);
			content.read(0, bytes);
			store(0, bytes.flip());
		}
		else {
			publish(0, this.store.takeOver(content));
		}
	}

	/**
	 * Stores nothing from now on.
	 */
	public void seal() {
		this.sealed = true;
	}

	/**
	 * Whether nothing is stored any longer.
	 */
	public boolean isSealed() {
		return this.sealed;
	}

	/**
	 * Stores nothing from now on, and gives up all files.
	 */
	public void leave() {
		seal();
		for (Long index : this.extents.keySet()) {
			Extent gone = this.extents.remove(index);
			if (gone != null) {
				gone.leave();
			}
		}
	}

	/**
	 * Releases the file descriptors until the next use, unless others need them.
	 */
	public void closeIfIdle() {
		if (!BlockStore.isSmall(this.size)) {
			this.extents.values().forEach(Extent::closeIfIdle);
		}
	}

	/**
	 * Hands over to the next version what a patch leaves. The blocks that the patch has
	 * changed are made of those before if they are few. The content must be sealed, and
	 * no store may be in progress.
	 * @param memory memory for a block
	 * @throws IOException if the disk does not accept the changes
	 */
	public void handOver(Extents next, ContentPatch patch, ByteBuffer memory) throws IOException {
		Map<Long, Extent> before = new HashMap<>(this.extents);
		boolean small = BlockStore.isSmall(this.size) || BlockStore.isSmall(next.size);
		if (this.stretch == next.stretch && !small) {
			before.replaceAll((index, extent) -> bequeath(index, extent, next, patch));
		}
		PatchedBlocks patched = new PatchedBlocks(patch, next.size, (at) -> before.get(at / this.stretch));
		for (long block : patched.numbers(small)) {
			ByteBuffer bytes = patched.compose(block, memory);
			if (bytes != null && !next.has(block * BLOCK_BYTES)) {
				next.store(block * BLOCK_BYTES, bytes);
			}
		}
	}

	/** Returns where the bytes of this version are from now on. */
	private Extent bequeath(long index, Extent extent, Extents next, ContentPatch patch) {
		long end = next.end(index);
		Extent.Heritage heritage = (index * this.stretch < end) ? extent.bequeath(patch, end) : null;
		if (heritage == null) {
			return extent;
		}
		next.publish(index, heritage.kept());
		return heritage.before();
	}

	/**
	 * Describes the blocks for the next process.
	 */
	public List<ExtentRecord> describe() {
		List<ExtentRecord> records = new ArrayList<>();
		for (Extent extent : this.extents.values()) {
			if (!extent.isEmpty()) {
				records.add(extent.describe());
			}
		}
		return records;
	}

}
