package io.fusemount.core.spool;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.node.ByteRange;

/**
 * A set of byte offsets, held as disjoint ranges that do not touch. Not thread-safe.
 */
public final class RangeSet {

	/** Start (inclusive) to end (exclusive). */
	private final TreeMap<Long, Long> ranges = new TreeMap<>();

	/**
	 * Adds the offsets of a range.
	 */
	public void add(long start, long end) {
		if (start >= end) {
			return;
		}
		long from = start;
		long to = end;
		Map.Entry<Long, Long> touching = this.ranges.floorEntry(to);
		while (touching != null && touching.getValue() >= from) {
			from = Math.min(from, touching.getKey());
			to = Math.max(to, touching.getValue());
			this.ranges.remove(touching.getKey());
			touching = this.ranges.floorEntry(to);
		}
		this.ranges.put(from, to);
	}

	/**
	 * Adds the offsets of ranges.
	 */
	public void addAll(List<ByteRange> others) {
		others.forEach((range) -> add(range.start(), range.end()));
	}

	/**
	 * Returns the offset after the last one, 0 if the set is empty.
	 */
	public long end() {
		return this.ranges.isEmpty() ? 0 : this.ranges.lastEntry().getValue();
	}

	/**
	 * Returns the number of offsets.
	 */
	public long size() {
		long size = 0;
		for (Map.Entry<Long, Long> range : this.ranges.entrySet()) {
			size += range.getValue() - range.getKey();
		}
		return size;
	}

	/**
	 * Removes the offsets of a range.
	 */
	public void remove(long start, long end) {
		if (start >= end) {
			return;
		}
		Map.Entry<Long, Long> last = this.ranges.lowerEntry(end);
		if (last != null && last.getValue() > end) {
			this.ranges.put(end, last.getValue());
		}
		Map.Entry<Long, Long> first = this.ranges.lowerEntry(start);
		if (first != null && first.getValue() > start) {
			this.ranges.put(first.getKey(), start);
		}
		this.ranges.subMap(start, true, end, false).clear();
	}

	/**
	 * Returns the number of ranges.
	 */
	public int count() {
		return this.ranges.size();
	}

	/**
	 * Whether the set is empty.
	 */
	public boolean isEmpty() {
		return this.ranges.isEmpty();
	}

	/**
	 * Removes everything at and after an offset.
	 */
	public void removeFrom(long offset) {
		this.ranges.tailMap(offset, true).clear();
		Map.Entry<Long, Long> last = this.ranges.lastEntry();
		if (last != null && last.getValue() > offset) {
			this.ranges.put(last.getKey(), offset);
		}
	}

	/**
	 * Returns the number of offsets in the given range that are not in the set.
	 */
	public long missing(long start, long end) {
		long missing = 0;
		for (long gap = firstGap(start, end); gap < end;) {
			long gapEnd = gapEnd(gap, end);
			missing += gapEnd - gap;
			gap = firstGap(gapEnd, end);
		}
		return missing;
	}

	/**
	 * Returns the first offset in the given range that is not in the set, or {@code end}.
	 */
	public long firstGap(long start, long end) {
		Map.Entry<Long, Long> covering = this.ranges.floorEntry(start);
		if (covering == null || covering.getValue() <= start) {
			return start;
		}
		return Math.min(covering.getValue(), end);
	}

	/**
	 * Returns the end of the gap that starts at an offset: the start of the next range or
	 * {@code end}.
	 */
	public long gapEnd(long gap, long end) {
		Long next = this.ranges.higherKey(gap);
		return (next != null) ? Math.min(next, end) : end;
	}

	/**
	 * Returns the start of the gap that contains an offset: the end of the previous range
	 * or {@code start}.
	 */
	public long gapStart(long start, long gap) {
		Map.Entry<Long, Long> before = this.ranges.floorEntry(gap);
		return (before != null) ? Math.max(before.getValue(), start) : start;
	}

	/**
	 * Returns the ranges in ascending order.
	 */
	public List<ByteRange> ranges() {
		return this.ranges.entrySet().stream().map((range) -> new ByteRange(range.getKey(), range.getValue())).toList();
	}

	/**
	 * Writes the ranges down.
	 */
	public void write(NoteWriter notes) {
		notes.number(this.ranges.size());
		this.ranges.forEach((start, end) -> notes.number(start).number(end));
	}

	/**
	 * Adds the ranges that were written down.
	 */
	public void read(NoteReader notes) {
		for (long count = notes.number(); count > 0; count--) {
			add(notes.number(), notes.number());
		}
	}

	/**
	 * Removes all offsets.
	 */
	public void clear() {
		this.ranges.clear();
	}

}
