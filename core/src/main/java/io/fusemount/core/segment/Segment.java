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
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.spool.RangeSet;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the content of one version, in a local file of its own, so that a part of
 * a large content can be dropped. What of it is there never changes. All positions are
 * those of the content.
 */
public final class Segment {

	/**
	 * The size of all segments but the last.
	 */
	public static final long BYTES = 16L << 20;

	private final Path directory;

	private final OpenChannels channels;

	private final long start;

	/** Guarded by this, but for what it is called and when it was read last. */
	private final SegmentFile file;

	@GuardedBy("this")
	private final RangeSet present = new RangeSet();

	@GuardedBy("this")
	private final List<Fetch> fetches = new ArrayList<>();

	/** Read by all. */
	private volatile boolean dropped;

	/** What is there, for all to read, while the file stays open. */
	private volatile @Nullable SegmentView local;

	private volatile long lastUse;

	public Segment(Path directory, OpenChannels channels, long number, long start) {
		this.directory = directory;
		this.channels = channels;
		this.file = new SegmentFile(directory, channels, number, this::lose);
		this.start = start;
	}

	/**
	 * Takes up what an earlier process has left.
	 */
	public static Segment restored(Path directory, OpenChannels channels, long number, long start,
			List<ByteRange> present) {
		Segment segment = new Segment(directory, channels, number, start);
		segment.restore(present);
		return segment;
	}

	private synchronized void restore(List<ByteRange> ranges) {
		this.file.restore();
		this.present.addAll(ranges);
	}

	public long number() {
		return this.file.number();
	}

	public Path path() {
		return this.file.path();
	}

	public long start() {
		return this.start;
	}

	/**
	 * Returns which segment of a content a position is in.
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
	 * Reads what is there from a position on, at most to an end.
	 * @param age is remembered as the last use
	 * @return the number of bytes, 0 if nothing is there, or not for long
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
		this.file.touch();
		int start = target.position();
		int limit = target.limit();
		try {
			int read = view.read(position, target.limit(start + length));
			if (read <= 0) {
				lose();
				return 0;
			}
			if (this.dropped) {
				// The file may be that of the next version by now. This JDK waits for
				// reads under way when it closes a file, but does not promise to.
				target.position(start);
				return 0;
			}
			return read;
		}
		catch (IOException ex) {
			if (ex instanceof ClosedChannelException && !(ex instanceof ClosedByInterruptException)) {
				// Nothing is wrong with the file: the caller comes again.
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
	 * Returns where bytes are, {@code null} unless all of them are there.
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
		// All workers come by here, and it is nearly always the same.
		if (this.lastUse != age) {
			this.lastUse = age;
		}
	}

	/** Opens the file until {@link #letGo}, if anything is there. */
	private synchronized @Nullable SegmentView use() {
		if (this.present.isEmpty()) {
			return null;
		}
		try {
			SegmentView view = view(this.file.use());
			publish();
			return view;
		}
		catch (IOException ex) {
			lose();
			return null;
		}
	}

	private synchronized void letGo() {
		this.file.letGo();
	}

	/** Lets all read what is there, if the file stays open. */
	@GuardedBy("this")
	private void publish() {
		FileChannel open = this.file.lasting();
		this.local = (open != null && !this.dropped) ? view(open) : null;
	}

	@GuardedBy("this")
	private SegmentView view(FileChannel open) {
		return new SegmentView(open, this.file.description(), this.start, this.present.ranges());
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
	 * Hands over what a patch has not changed, with the local file. There is nothing here
	 * from then on, whoever still comes with bytes of the earlier version.
	 * @return what is of the new version for sure, or {@code null} if nothing is
	 */
	public synchronized @Nullable Segment handOver(ContentPatch patch) {
		RangeSet left = new RangeSet();
		left.addAll(this.present.ranges());
		left.removeFrom(patch.kept());
		patch.changed().forEach((range) -> left.remove(range.start(), range.end()));
		long before = presentBytes();
		long after = left.size();
		// The file keeps its place on the disk: one that is nearly empty is not worth it.
		boolean hollow = before - after > Content.PIECE_BYTES && after < before / 2;
		if (isBusy() || left.isEmpty() || hollow) {
			return null;
		}
		retire();
		this.file.leave();
		Segment next = restored(this.directory, this.channels, number(), this.start, left.ranges());
		next.lastUse = this.lastUse;
		return next;
	}

	private void retire() {
		// First: who reads without a lock asks for it last.
		this.dropped = true;
		lose();
	}

	/**
	 * Returns the fetch of others that a position is waited for with, if there is one.
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
	 * Begins a fetch of what is missing around a position.
	 * @return what to fetch, or {@code null} if the position is there or on its way, or
	 * at the end
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
	 * Keeps bytes from a position on, unless the segment has been dropped. All of them
	 * are taken from the buffer in any case.
	 * @return how many of them were not there before
	 * @throws IOException if the disk does not take them
	 */
	public long store(long position, ByteBuffer bytes, long age) throws IOException {
		FileChannel open = useForStoring();
		if (open == null) {
			bytes.position(bytes.limit());
			return 0;
		}
		try {
			loseIfCutOff(open);
			long at = position;
			while (bytes.hasRemaining()) {
				at += open.write(bytes, at - this.start);
			}
			this.lastUse = age;
			return stored(position, at);
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
			return this.file.use();
		}
		catch (NoSuchFileException ex) {
			// Somebody has wiped the directory: as if nothing had ever been there.
			lose();
			return this.file.use();
		}
	}

	/** What comes behind the end would make a hole of what is missing. */
	private synchronized void loseIfCutOff(FileChannel open) throws IOException {
		if (open.size() < this.present.end() - this.start) {
			lose();
		}
	}

	private synchronized long stored(long position, long end) {
		if (this.dropped) {
			return 0;
		}
		long added = this.present.missing(position, end);
		this.present.add(position, end);
		publish();
		return added;
	}

	/** Begins with the content of a local file, which it becomes. */
	synchronized void takeOver(SpooledContent content, long age) throws IOException {
		this.file.takeOver(content);
		this.lastUse = age;
		this.present.add(this.start, this.start + content.size());
	}

	/**
	 * Keeps the file descriptor, because the file is going to be used, or gives it back.
	 */
	public synchronized void park(boolean idle) {
		if (idle) {
			this.local = null;
		}
		this.file.park(idle || this.dropped);
	}

	public synchronized boolean isBusy() {
		return this.file.isUsed() || !this.fetches.isEmpty();
	}

	/**
	 * Gives the disk space back.
	 * @return the bytes that were there
	 */
	public synchronized long drop() {
		if (this.dropped) {
			return 0;
		}
		long bytes = presentBytes();
		retire();
		this.file.delete();
		return bytes;
	}

}
