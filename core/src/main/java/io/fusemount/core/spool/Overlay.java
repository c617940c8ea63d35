package io.fusemount.core.spool;

import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.node.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of content that is laid over stored content are where, in the local file or
 * only below, and which differ from what is stored. Touches no bytes itself.
 */
final class Overlay {

	/** Ranges that the local file holds: written or fetched. */
	@GuardedBy("this")
	private final RangeSet present = new RangeSet();

	/** Ranges that differ from what is stored. */
	@GuardedBy("this")
	private final RangeSet changed = new RangeSet();

	/** How many bytes of what is stored still count. */
	@GuardedBy("this")
	private long kept;

	/**
	 * Where the content that is read from below ends: at its size, or before after a
	 * truncation. What lies behind is local, a hole if nobody wrote it.
	 */
	@GuardedBy("this")
	private long baseLimit;

	/** Read without the monitor: a number that is written last. */
	private volatile long size;

	/** An earlier process has written it, and nobody knows where its holes are. */
	@GuardedBy("this")
	private boolean restored;

	private Overlay(long baseSize, long size) {
		this.kept = baseSize;
		this.baseLimit = baseSize;
		this.size = size;
	}

	/** Nothing is local yet. */
	static Overlay over(long baseSize) {
		return new Overlay(baseSize, baseSize);
	}

	/** All of it is local, and nothing is stored. */
	static Overlay whole(long size) {
		Overlay whole = new Overlay(0, size);
		whole.restore();
		return whole;
	}

	private synchronized void restore() {
		this.changed.add(0, this.size);
		this.restored = true;
	}

	long size() {
		return this.size;
	}

	/** Whether nothing of what is below is in it, fetched or not. */
	synchronized boolean isWhole() {
		return this.baseLimit == 0;
	}

	/** Returns how far the bytes from a position on are in one place, and in which. */
	synchronized Piece piece(long start, long end) {
		long limit = Math.min(end, this.baseLimit);
		long gap = (start < limit) ? this.present.firstGap(start, limit) : end;
		if (gap > start) {
			return new Piece((gap < limit) ? gap : end, true);
		}
		return new Piece(this.present.gapEnd(start, limit), false);
	}

	/** Returns how many bytes are only below. */
	synchronized long missing() {
		return this.present.missing(0, this.baseLimit);
	}

	/** Returns how many bytes are in the local file, beside its holes. */
	synchronized long local() {
		return this.restored ? this.size : this.size - this.present.missing(0, this.size);
	}

	/** Returns the first bytes that are only below, {@code null} if there are none. */
	synchronized @Nullable ByteRange firstMissing(int maxBytes) {
		long gap = this.present.firstGap(0, this.baseLimit);
		return (gap < this.baseLimit)
				? new ByteRange(gap, Math.min(this.present.gapEnd(gap, this.baseLimit), gap + maxBytes)) : null;
	}

	/** Returns how many bytes of a range the local file does not hold, below or not. */
	synchronized long absent(long start, long end) {
		return this.present.missing(start, end);
	}

	/** A range has been written, and the content ends behind it at the earliest. */
	synchronized void written(long start, long end) {
		this.present.add(start, end);
		this.changed.add(start, end);
		this.size = Math.max(this.size, end);
	}

	/** The local file holds a range of what is below now. */
	synchronized void fetched(ByteRange range) {
		this.present.add(range.start(), range.end());
	}

	/** The content has been cut off, for good, or extended by a hole. */
	synchronized void resize(long newSize) {
		this.present.removeFrom(newSize);
		this.changed.removeFrom(newSize);
		this.kept = Math.min(this.kept, newSize);
		this.baseLimit = Math.min(this.baseLimit, newSize);
		this.size = newSize;
	}

	/** All of it is local, and has nothing to do with what is below any more. */
	synchronized void own() {
		this.baseLimit = 0;
		this.kept = 0;
		this.changed.add(0, this.size);
	}

	/** All of it is stored, so that below is this content from now on. */
	synchronized void stored() {
		this.changed.clear();
		this.kept = this.size;
		if (missing() > 0) {
			this.baseLimit = this.size;
		}
	}

	/** Returns how many bytes of what is stored still count. */
	synchronized long kept() {
		return this.kept;
	}

	/** Whether nothing of what is stored counts any more, so that the rest is holes. */
	synchronized boolean isNew() {
		return this.baseLimit == 0 && this.kept == 0;
	}

	/** Returns the ranges that differ from what is stored. */
	synchronized List<ByteRange> changed() {
		return this.changed.ranges();
	}

	/** Returns how many bytes differ from what is stored. */
	synchronized long changedBytes() {
		return this.changed.ranges().stream().mapToLong(ByteRange::length).sum();
	}

	/**
	 * Bytes that are in one place.
	 *
	 * @param end where they end
	 * @param local whether they are in the local file, where a hole reads as zeros
	 */
	record Piece(long end, boolean local) {
	}

}
