package io.fusemount.core.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.spool.RangeSet;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A range of the content of one version, so that a part of large content can be dropped.
 * It has a local file of its own or, if the whole content is small, a slot of a shared
 * file. Bytes that are present never change. All positions are positions in the content.
 */
public final class Segment {

	/**
	 * The size of every segment except the last.
	 */
	public static final long BYTES = 16L << 20;

	private final long start;

	private final SegmentPlace place;

	@GuardedBy("this")
	private final RangeSet present = new RangeSet();

	@GuardedBy("this")
	private final List<Fetch> fetches = new ArrayList<>();

	/** Read without the lock. */
	private volatile boolean dropped;

	/** The present bytes for readers without the lock, while the file stays open. */
	private volatile @Nullable SegmentView local;

	private volatile long lastUse;

	Segment(SegmentPlace place, long start) {
		this.place = place;
		this.start = start;
		place.onDamage(this::lose);
	}

	/**
	 * Creates a segment with a file of its own, which does not exist yet.
	 */
	public static Segment inOwnFile(Path directory, OpenChannels channels, long number, long start) {
		return new Segment(new OwnFile(directory, channels, number), start);
	}

	/** Restores the bytes that are present. */
	synchronized Segment restore(List<ByteRange> ranges) {
		this.place.restore();
		this.present.addAll(ranges);
		if (!ranges.isEmpty()) {
			this.place.stored(this.present.end() - this.start + this.place.offset());
		}
		return this;
	}

	/**
	 * Returns the number that identifies the segment, together with {@link #slotBytes}.
	 */
	public long number() {
		return this.place.number();
	}

	/**
	 * Returns the size of its slot, 0 if it has a file of its own.
	 */
	public int slotBytes() {
		return this.place.slotBytes();
	}

	public Path path() {
		return this.place.path();
	}

	public long start() {
		return this.start;
	}

	/**
	 * Returns the index of the segment that contains a position.
	 */
	public static long index(long position) {
		return position / BYTES;
	}

	public long end() {
		return this.start + BYTES;
	}

	public long lastUse() {
		return this.lastUse;
	}

	public synchronized List<ByteRange> ranges() {
		return this.present.ranges();
	}

	public synchronized long presentBytes() {
		return this.present.size();
	}

	/**
	 * Reads present bytes from a position up to an end.
	 * @param age the age to record as the last use
	 * @return the number of bytes, 0 if none are present or they are about to vanish
	 */
	public int read(long position, long end, ByteBuffer target, long age) {
		SegmentView view = this.local;
		if (view != null) {
			return read(view, position, end, target, age);
		}
		view = use();
		if (view == null) {
			return 0;
		}
		try {
			return read(view, position, end, target, age);
		}
		finally {
			letGo();
		}
	}

	private int read(SegmentView view, long position, long end, ByteBuffer target, long age) {
		int length = (int) (Math.min(end, view.end(position)) - position);
		if (length <= 0) {
			return 0;
		}
		touch(age);
		this.place.touch();
		int start = target.position();
		int limit = target.limit();
		try {
			int read = view.read(position, target.limit(start + length));
			if (read <= 0) {
				lose();
				return 0;
			}
			if (this.dropped || !this.place.isIntact()) {
				// The place may have other bytes by now. This JDK waits for reads in
				// progress when it closes a file, but does not guarantee to.
				lose();
				target.position(start);
				return 0;
			}
			return read;
		}
		catch (IOException ex) {
			if (ex instanceof ClosedChannelException && !(ex instanceof ClosedByInterruptException)) {
				// Nothing is wrong with the file; the caller tries again.
				forget(view);
			}
			else {
				lose();
			}
			return 0;
		}
		finally {
			target.limit(limit);
		}
	}

	/**
	 * Returns the place of bytes, {@code null} unless all of them are present.
	 */
	public @Nullable LocalRange locate(long position, long end, long age) {
		SegmentView view = this.local;
		LocalRange range = (view != null) ? view.locate(position, end) : null;
		if (range != null) {
			touch(age);
		}
		return range;
	}

	private void touch(long age) {
		// All workers pass here, and the value is nearly always the same.
		if (this.lastUse != age) {
			this.lastUse = age;
		}
	}

	/** Opens the file until {@link #letGo} if any bytes are present. */
	private synchronized @Nullable SegmentView use() {
		if (this.present.isEmpty()) {
			return null;
		}
		try {
			SegmentView view = view(this.place.use());
			publish();
			return view;
		}
		catch (IOException ex) {
			lose();
			return null;
		}
	}

	private synchronized void letGo() {
		this.place.letGo();
	}

	/**
	 * Publishes the present bytes for readers without the lock if the file stays open.
	 */
	@GuardedBy("this")
	private void publish() {
		FileChannel open = this.place.lasting();
		this.local = (open != null && !this.dropped) ? view(open) : null;
	}

	@GuardedBy("this")
	private SegmentView view(FileChannel open) {
		return new SegmentView(open, this.place.description(), this.start - this.place.offset(), this.present.ranges());
	}

	private synchronized void lose() {
		this.present.clear();
		this.local = null;
	}

	private synchronized void forget(SegmentView closed) {
		if (this.local == closed) {
			this.local = null;
		}
	}

	/**
	 * Hands over the bytes that a patch has not changed, with their place. This segment
	 * is empty from then on, even if bytes of the earlier version still arrive.
	 * @return the bytes known to be of the new version, or {@code null} if none are
	 */
	public synchronized @Nullable Segment handOver(ContentPatch patch) {
		RangeSet left = new RangeSet();
		left.addAll(this.present.ranges());
		left.removeFrom(patch.kept());
		patch.changed().forEach((range) -> left.remove(range.start(), range.end()));
		long before = presentBytes();
		long after = left.size();
		// A file keeps its space on the disk, so a nearly empty one is not worth it.
		boolean hollow = before - after > Content.PIECE_BYTES && after < before / 2;
		SegmentPlace heir = (isBusy() || left.isEmpty() || hollow) ? null
				: this.place.bequeath(patch.size(), this.present.end() - this.start);
		if (heir == null) {
			return null;
		}
		retire();
		// Only then, so that a reader without the lock does not read bytes of others.
		this.place.delete();
		Segment next = new Segment(heir, this.start).restore(left.ranges());
		next.lastUse = this.lastUse;
		return next;
	}

	private void retire() {
		// Set first, because a reader without the lock checks it last.
		this.dropped = true;
		lose();
	}

	/**
	 * Returns the fetch in progress that includes a position, if there is one.
	 */
	public synchronized @Nullable Fetch running(long position) {
		for (Fetch fetch : this.fetches) {
			if (fetch.covers(position)) {
				return fetch;
			}
		}
		return null;
	}

	/**
	 * Begins a fetch of the missing bytes around a position.
	 * @return the fetch, or {@code null} if the position is present, already being
	 * fetched, or at the end
	 */
	public synchronized @Nullable Fetch begin(long position, long from, long to) {
		if (to <= position || this.present.firstGap(position, position + 1) > position || running(position) != null) {
			return null;
		}
		long first = this.present.gapStart(from, position);
		long last = this.present.gapEnd(position, to);
		for (Fetch other : this.fetches) {
			first = (other.end() <= position) ? Math.max(first, other.end()) : first;
			last = (other.start() > position) ? Math.min(last, other.start()) : last;
		}
		Fetch fetch = new Fetch(first, last);
		this.fetches.add(fetch);
		return fetch;
	}

	public void end(Fetch fetch) {
		synchronized (this) {
			this.fetches.remove(fetch);
		}
		fetch.finish();
	}

	/**
	 * Stores bytes from a position on, unless the segment has been dropped. The buffer is
	 * consumed in any case.
	 * @return the number of bytes that were not present before
	 * @throws IOException if the disk does not accept them
	 */
	public long store(long position, ByteBuffer bytes, long age) throws IOException {
		if (position - this.start + bytes.remaining() > this.place.capacity()) {
			throw new IllegalArgumentException(bytes.remaining() + " bytes for position " + position
					+ " of a segment with room for " + this.place.capacity());
		}
		FileChannel open = useForStoring();
		if (open == null) {
			bytes.position(bytes.limit());
			return 0;
		}
		try {
			loseIfCutOff(open);
			long end = position + bytes.remaining();
			LocalChannel.writeAll(open, position - this.start + this.place.offset(), bytes);
			this.lastUse = age;
			return stored(position, end);
		}
		finally {
			letGo();
		}
	}

	private synchronized @Nullable FileChannel useForStoring() throws IOException {
		if (this.dropped) {
			return null;
		}
		try {
			return this.place.use();
		}
		catch (NoSuchFileException ex) {
			// The directory was wiped: continue as if nothing had been there.
			lose();
			return this.place.use();
		}
	}

	/** A write after the end of a truncated file would turn missing bytes into a hole. */
	private synchronized void loseIfCutOff(FileChannel open) throws IOException {
		if (this.place.isCutOff(open, this.present.end() - this.start + this.place.offset())) {
			lose();
		}
	}

	private synchronized long stored(long position, long end) {
		if (this.dropped) {
			return 0;
		}
		long added = this.present.missing(position, end);
		this.present.add(position, end);
		this.place.stored(end - this.start + this.place.offset());
		publish();
		return added;
	}

	/** Starts with the content of a local file, which becomes the file of the segment. */
	synchronized void takeOver(SpooledContent content, long age) throws IOException {
		if (!(this.place instanceof OwnFile file)) {
			throw new IllegalStateException("A slot cannot become a file");
		}
		file.takeOver(content);
		this.lastUse = age;
		this.present.add(this.start, this.start + content.size());
	}

	/**
	 * Keeps the file descriptor because the file is about to be used, or releases it.
	 */
	public synchronized void park(boolean idle) {
		if (idle) {
			this.local = null;
		}
		this.place.park(idle || this.dropped);
	}

	public synchronized boolean isBusy() {
		return this.place.isUsed() || !this.fetches.isEmpty();
	}

	/**
	 * Releases the disk space.
	 * @return the number of bytes that were present
	 */
	public synchronized long drop() {
		if (this.dropped) {
			return 0;
		}
		long bytes = presentBytes();
		retire();
		this.place.delete();
		return bytes;
	}

}
