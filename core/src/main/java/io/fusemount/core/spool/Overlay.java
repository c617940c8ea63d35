package io.fusemount.core.spool;

import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * The layout of content on top of stored content: which bytes are in the local file and
 * which only below, and which differ from the stored content. It accesses no bytes
 * itself.
 */
final class Overlay {

	/** How many changes are taken note of, one by one, before they are asked for. */
	static final int MOST_NEWS = 64;

	/** Ranges that the local file holds: written or fetched. */
	@GuardedBy("this")
	private final RangeSet present = new RangeSet();

	/** Ranges that differ from the stored content. */
	@GuardedBy("this")
	private final RangeSet changed = new RangeSet();

	/** The number of bytes of the stored content that remain. */
	@GuardedBy("this")
	private long kept;

	/**
	 * The end of the content that is read from below: its size, or less after a
	 * truncation. Everything after this end is local, or a hole if it was never written.
	 */
	@GuardedBy("this")
	private long baseLimit;

	/** Read without the monitor; it is the last field to be written. */
	private volatile long size;

	/** Written by an earlier process, so the places of its holes are unknown. */
	@GuardedBy("this")
	private boolean restored;

	/** What has changed and is yet to be written down, {@code null} if nobody does. */
	@GuardedBy("this")
	private @Nullable List<OverlayChange> news;

	private Overlay(long baseSize, long size) {
		this.kept = baseSize;
		this.baseLimit = baseSize;
		this.size = size;
	}

	/** Creates a layout with nothing local yet. */
	static Overlay over(long baseSize) {
		return new Overlay(baseSize, baseSize);
	}

	/** Creates a layout with everything local and nothing stored. */
	static Overlay whole(long size) {
		Overlay whole = new Overlay(0, size);
		whole.restore();
		return whole;
	}

	private synchronized void restore() {
		this.changed.add(0, this.size);
		this.restored = true;
	}

	/** Takes note of what changes from now on, or no longer. */
	synchronized void watch(boolean watched) {
		this.news = watched ? new ArrayList<>() : null;
	}

	/**
	 * Returns what has changed since it was asked last. If there are more than
	 * {@link #MOST_NEWS}, they are not all.
	 */
	synchronized List<OverlayChange> takeNews() {
		List<OverlayChange> taken = (this.news != null) ? List.copyOf(this.news) : List.of();
		if (this.news != null) {
			this.news.clear();
		}
		return taken;
	}

	@GuardedBy("this")
	private void note(OverlayChange.Kind kind, long from, long to) {
		if (this.news != null && this.news.size() <= MOST_NEWS) {
			this.news.add(new OverlayChange(kind, from, to));
		}
	}

	/** Returns how many ranges there are. */
	synchronized int ranges() {
		return this.present.count() + this.changed.count();
	}

	/** Writes the layout down. */
	synchronized void write(NoteWriter notes) {
		notes.number(this.kept).number(this.baseLimit).number(this.size).flag(this.restored);
		this.present.write(notes);
		this.changed.write(notes);
	}

	/** Reads a layout. */
	static Overlay read(NoteReader notes) {
		Overlay layout = new Overlay(notes.number(), 0);
		layout.resume(notes);
		return layout;
	}

	private synchronized void resume(NoteReader notes) {
		this.baseLimit = notes.number();
		long end = notes.number();
		this.restored = notes.flag();
		this.present.read(notes);
		this.changed.read(notes);
		this.size = end;
	}

	long size() {
		return this.size;
	}

	/** Whether the content includes nothing of the content below, fetched or not. */
	synchronized boolean isWhole() {
		return this.baseLimit == 0;
	}

	/**
	 * Returns the place of the bytes from a position on, and how far they are in the same
	 * place.
	 */
	synchronized Piece piece(long start, long end) {
		long limit = Math.min(end, this.baseLimit);
		long gap = (start < limit) ? this.present.firstGap(start, limit) : end;
		if (gap > start) {
			return new Piece((gap < limit) ? gap : end, true);
		}
		return new Piece(this.present.gapEnd(start, limit), false);
	}

	/** Returns the number of bytes that are only below. */
	synchronized long missing() {
		return this.present.missing(0, this.baseLimit);
	}

	/** Returns the number of bytes in the local file, not counting its holes. */
	synchronized long local() {
		return this.restored ? this.size : this.size - this.present.missing(0, this.size);
	}

	/** Returns the first range that is only below, {@code null} if there is none. */
	synchronized @Nullable ByteRange firstMissing(int maxBytes) {
		long gap = this.present.firstGap(0, this.baseLimit);
		return (gap < this.baseLimit)
				? new ByteRange(gap, Math.min(this.present.gapEnd(gap, this.baseLimit), gap + maxBytes)) : null;
	}

	/**
	 * Returns the number of bytes in a range that are not in the local file, whether they
	 * are below or not.
	 */
	synchronized long absent(long start, long end) {
		return this.present.missing(start, end);
	}

	/** Records that a range has been written, which extends the content if necessary. */
	synchronized void written(long start, long end) {
		note(OverlayChange.Kind.WRITTEN, start, end);
		this.present.add(start, end);
		this.changed.add(start, end);
		this.size = Math.max(this.size, end);
	}

	/**
	 * Records that a range of the content has been zeroed. It is a hole where there is no
	 * content below, and needs not be stored in new content.
	 */
	synchronized void zeroed(long start, long end) {
		note(OverlayChange.Kind.ZEROED, start, end);
		if (isNew()) {
			this.changed.remove(start, end);
		}
		else {
			this.changed.add(start, end);
		}
		this.present.add(start, Math.min(end, this.baseLimit));
		this.present.remove(Math.max(start, this.baseLimit), end);
	}

	/** Records that the local file now holds a range of the content below. */
	synchronized void fetched(ByteRange range) {
		note(OverlayChange.Kind.FETCHED, range.start(), range.end());
		this.present.add(range.start(), range.end());
	}

	/** Records that the content has been truncated for good, or extended by a hole. */
	synchronized void resize(long newSize) {
		note(OverlayChange.Kind.RESIZED, newSize, newSize);
		this.present.removeFrom(newSize);
		this.changed.removeFrom(newSize);
		this.kept = Math.min(this.kept, newSize);
		this.baseLimit = Math.min(this.baseLimit, newSize);
		this.size = newSize;
	}

	/** Records that everything is local and detached from the content below. */
	synchronized void own() {
		note(OverlayChange.Kind.OWNED, 0, 0);
		this.baseLimit = 0;
		this.kept = 0;
		this.changed.add(0, this.size);
	}

	/**
	 * Records that everything is stored, so that the content below now equals this
	 * content.
	 */
	synchronized void stored() {
		note(OverlayChange.Kind.STORED, 0, 0);
		this.changed.clear();
		this.kept = this.size;
		if (missing() > 0) {
			this.baseLimit = this.size;
		}
	}

	/** Returns the number of bytes of the stored content that remain. */
	synchronized long kept() {
		return this.kept;
	}

	/**
	 * Whether nothing of the stored content remains, so that all unchanged bytes are
	 * holes.
	 */
	synchronized boolean isNew() {
		return this.baseLimit == 0 && this.kept == 0;
	}

	/** Returns the ranges that differ from the stored content. */
	synchronized List<ByteRange> changed() {
		return this.changed.ranges();
	}

	/** Returns the number of bytes that are not in holes. */
	synchronized long allocated() {
		return this.restored ? this.size : this.size - this.present.missing(this.baseLimit, this.size);
	}

	/** Returns where the next byte is at or after a position that is not in a hole. */
	synchronized long nextData(long position) {
		if (this.restored || position < this.baseLimit || this.present.firstGap(position, this.size) > position) {
			return position;
		}
		return this.present.gapEnd(position, this.size);
	}

	/** Returns where the next hole begins at or after a position. */
	synchronized long nextHole(long position) {
		return this.restored ? this.size : this.present.firstGap(Math.max(position, this.baseLimit), this.size);
	}

	/** Returns the number of bytes that differ from the stored content. */
	synchronized long changedBytes() {
		return this.changed.ranges().stream().mapToLong(ByteRange::length).sum();
	}

	/**
	 * A range of bytes in one place.
	 *
	 * @param end the end of the range
	 * @param local whether the range is in the local file, where a hole reads as zeros
	 */
	record Piece(long end, boolean local) {
	}

}
