package io.fusemount.core.block;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;

import io.fusemount.core.local.Loan;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a content, or of a part of it, that are present in one local file. All
 * positions are positions in the content.
 */
final class Extent {

	private final BlockFile file;

	private final long start;

	private final long end;

	/** The offset of the first byte in the file. */
	private final long offset;

	private final Blocks present;

	/**
	 * Creates an extent.
	 * @param present the numbers of the present blocks, counted from the start
	 */
	Extent(BlockFile file, long start, long end, long offset, BitSet present) {
		this.file = file;
		this.start = start;
		this.end = end;
		this.offset = offset;
		this.present = new Blocks(Blocks.count(end - start), present);
	}

	/** Whether the file is still there. */
	boolean isLive() {
		return !this.file.isDropped();
	}

	boolean has(long position) {
		return position < this.end && isLive() && this.present.has(block(position));
	}

	private int block(long position) {
		return (int) ((position - this.start) / Blocks.BYTES);
	}

	/** Returns the end of the present bytes from a position on, at most the limit. */
	private long presentEnd(long position, long limit) {
		long last = Math.min(this.end, limit);
		int missing = this.present.nextMissing(block(position), block(last - 1) + 1);
		return Math.min(last, this.start + (long) missing * Blocks.BYTES);
	}

	/**
	 * Reads present bytes from a position up to an end.
	 * @return the number of bytes, 0 if none are present or they are about to vanish
	 */
	int read(long position, long limit, ByteBuffer target) {
		long length = presentEnd(position, limit) - position;
		if (length <= 0) {
			return 0;
		}
		int before = target.limit();
		try {
			return this.file.read(offset(position), target.limit(target.position() + (int) length));
		}
		finally {
			target.limit(before);
		}
	}

	private long offset(long position) {
		return this.offset + position - this.start;
	}

	/** Returns the place of bytes, {@code null} unless all of them are present. */
	@Nullable LocalRange locate(long position, long limit) {
		if (limit > this.end || presentEnd(position, limit) < limit || !isLive()) {
			return null;
		}
		this.file.touch();
		return new LocalRange(this.file.description(), offset(position), (int) (limit - position));
	}

	/** Lends the file if it has just the bytes of the whole content. */
	@Nullable Loan lend() {
		boolean whole = this.start == 0 && this.offset == 0 && this.file.end() == this.end && isComplete(this.end);
		return whole ? this.file.lend() : null;
	}

	/** Whether nothing is missing before a position. */
	boolean isComplete(long limit) {
		return isLive() && presentEnd(this.start, limit) >= Math.min(this.end, limit);
	}

	boolean isEmpty() {
		return !isLive() || this.present.copy().isEmpty();
	}

	/**
	 * Stores whole blocks.
	 * @throws IOException if the disk does not accept them
	 */
	void store(long position, ByteBuffer bytes) throws IOException {
		int length = bytes.remaining();
		if (this.file.write(offset(position), bytes)) {
			stored(position, length);
		}
	}

	/** Adds blocks whose bytes are in the file. */
	void stored(long position, long length) {
		long added = 0;
		for (long at = position; at < position + length; at += Blocks.BYTES) {
			added += this.present.add(block(at)) ? Math.min(Blocks.BYTES, position + length - at) : 0;
		}
		this.file.stored(added);
	}

	/** Gives up the place in the file. */
	void leave() {
		this.file.leave();
	}

	void closeIfIdle() {
		this.file.closeIfIdle();
	}

	/** Returns the same blocks in the same file as another object describes it. */
	private Extent in(BlockFile heir) {
		return new Extent(heir, this.start, this.end, this.offset, this.present.copy());
	}

	/**
	 * Leaves the file to the next version.
	 * @param nextEnd the end of the extent in the next version
	 * @return what is left, or {@code null} if that is not worth it
	 */
	@Nullable Heritage bequeath(ContentPatch patch, long nextEnd) {
		BitSet left = this.present.copy();
		long before = bytes(left, this.end);
		left.clear(Blocks.count(Math.max(0, nextEnd - this.start)), Integer.MAX_VALUE);
		if (patch.kept() < nextEnd) {
			left.clear((int) (Math.max(0, patch.kept() - this.start) / Blocks.BYTES), Integer.MAX_VALUE);
		}
		for (ByteRange changed : patch.changed()) {
			if (changed.start() < nextEnd && changed.end() > this.start) {
				left.clear(block(Math.max(this.start, changed.start())),
						block(Math.min(nextEnd, changed.end()) - 1) + 1);
			}
		}
		long after = bytes(left, nextEnd);
		// A file keeps its space on the disk, so a nearly empty one is not worth it.
		boolean hollow = before - after > Content.PIECE_BYTES && after < before / 2;
		if (left.isEmpty() || hollow) {
			return null;
		}
		BlockFile heir = this.file.bequeath(nextEnd - this.start, after);
		if (heir == null) {
			return null;
		}
		heir.join();
		return new Heritage(new Extent(heir, this.start, nextEnd, this.offset, left), in(heir));
	}

	private long bytes(BitSet blocks, long limit) {
		return blocks.stream()
			.mapToLong((block) -> Math.min(Blocks.BYTES, limit - this.start - (long) block * Blocks.BYTES))
			.sum();
	}

	/** Describes the extent for the next process. */
	ExtentRecord describe() {
		return new ExtentRecord(this.file.path().getFileName().toString(), this.file.description().capacity(),
				this.file.bytes(), this.file.end(), this.start, this.end, this.offset, this.present.copy(),
				this.file.isFrozen());
	}

	/**
	 * The file of an extent of the version before.
	 *
	 * @param kept the blocks that the next version has in common with it
	 * @param before all blocks of the version before, until they are replaced
	 */
	record Heritage(Extent kept, Extent before) {

	}

}
