package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.spool.PrivateFiles;
import io.fusemount.core.spool.RangeSet;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the content of one version, in a local file of its own, so that a part of
 * a large content can be dropped. What of it is there never changes. All positions are
 * those of the content.
 */
final class Segment {

	/** The size of all segments but the last. */
	static final long BYTES = 16L << 20;

	static final String SUFFIX = ".content";

	private final long number;

	private final Path directory;

	private final Path path;

	private final long start;

	/** Guarded by this, as all that follows. */
	private final RangeSet present = new RangeSet();

	private final List<Fetch> fetches = new ArrayList<>();

	private @Nullable FileChannel channel;

	private boolean created;

	/** How many reads and writes of the local file are under way. */
	private int users;

	/** Whether the file descriptor is given back when nobody uses it. */
	private boolean parked;

	private boolean dropped;

	private volatile long lastUse;

	Segment(Path directory, long number, long start) {
		this.number = number;
		this.directory = directory;
		this.path = directory.resolve(number + SUFFIX);
		this.start = start;
	}

	/** Takes up what an earlier process has left. */
	static Segment restored(Path directory, long number, long start, List<ByteRange> present) {
		Segment segment = new Segment(directory, number, start);
		segment.present.addAll(present);
		segment.created = true;
		segment.parked = true;
		return segment;
	}

	long number() {
		return this.number;
	}

	Path path() {
		return this.path;
	}

	long start() {
		return this.start;
	}

	/** Returns which segment of a content a position is in. */
	static long index(long position) {
		return position / BYTES;
	}

	long end() {
		return this.start + BYTES;
	}

	long lastUse() {
		return this.lastUse;
	}

	synchronized List<ByteRange> ranges() {
		return this.present.ranges();
	}

	synchronized long presentBytes() {
		return this.present.size();
	}

	/**
	 * Reads what is there from a position on, at most to an end.
	 * @param age is remembered as the last use
	 * @return the number of bytes, 0 if nothing is there
	 */
	int read(long position, long end, ByteBuffer target, long age) {
		FileChannel open;
		long until;
		synchronized (this) {
			if (this.present.firstGap(position, end) <= position) {
				return 0;
			}
			try {
				open = channel();
			}
			catch (IOException ex) {
				this.present.clear();
				return 0;
			}
			until = this.present.firstGap(position, end);
			if (until <= position) {
				return 0;
			}
			this.users++;
		}
		this.lastUse = age;
		int limit = target.limit();
		try {
			target.limit(target.position() + (int) (until - position));
			int read = open.read(target, position - this.start);
			if (read <= 0) {
				lose();
			}
			return Math.max(0, read);
		}
		catch (IOException ex) {
			lose();
			return 0;
		}
		finally {
			target.limit(limit);
			letGo();
		}
	}

	/** Returns where bytes are, {@code null} unless all of them are there. */
	synchronized @Nullable LocalRange locate(long position, long end, long age) {
		if (this.channel == null || this.present.firstGap(position, end) < end) {
			return null;
		}
		this.lastUse = age;
		return new LocalRange(this.path, position - this.start, (int) (end - position));
	}

	/**
	 * Hands over what a patch has not changed, with the local file. There is nothing here
	 * from then on, whoever still comes with bytes of the earlier version.
	 * @return what is of the new version for sure, or {@code null} if nothing is
	 */
	synchronized @Nullable Segment handOver(ContentPatch patch) {
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
		Segment next = restored(this.directory, this.number, this.start, left.ranges());
		next.lastUse = this.lastUse;
		this.present.clear();
		this.dropped = true;
		closeIfIdle();
		return next;
	}

	private synchronized void lose() {
		this.present.clear();
	}

	/**
	 * Returns the fetch of others that a position is waited for with, if there is one.
	 */
	synchronized @Nullable Fetch running(long position) {
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
	synchronized @Nullable Fetch begin(long position, long from, long to) {
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

	void end(Fetch fetch) {
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
	long store(long position, ByteBuffer bytes, long age) throws IOException {
		FileChannel open;
		synchronized (this) {
			if (this.dropped) {
				bytes.position(bytes.limit());
				return 0;
			}
			open = channel();
			this.users++;
		}
		try {
			long at = position;
			while (bytes.hasRemaining()) {
				at += open.write(bytes, at - this.start);
			}
			this.lastUse = age;
			synchronized (this) {
				if (this.dropped) {
					return 0;
				}
				long added = this.present.missing(position, at);
				this.present.add(position, at);
				return added;
			}
		}
		finally {
			letGo();
		}
	}

	/** Begins with the content of a local file, which it becomes. */
	synchronized void takeOver(SpooledContent content, long age) throws IOException {
		content.moveTo(this.path);
		this.created = true;
		this.parked = true;
		this.lastUse = age;
		this.present.add(this.start, this.start + content.size());
	}

	private FileChannel channel() throws IOException {
		FileChannel open = this.channel;
		// An interrupt closes it.
		if (open == null || !open.isOpen()) {
			open = this.created ? reopen() : create();
			this.created = true;
			this.channel = open;
		}
		return open;
	}

	private FileChannel reopen() throws IOException {
		try {
			return FileChannel.open(this.path, StandardOpenOption.READ, StandardOpenOption.WRITE);
		}
		catch (NoSuchFileException ex) {
			// Somebody has wiped the directory: as if nothing had ever been there.
			this.present.clear();
			return create();
		}
	}

	private FileChannel create() throws IOException {
		PrivateFiles.createDirectories(this.directory);
		return PrivateFiles.create(this.path);
	}

	private synchronized void letGo() {
		this.users--;
		closeIfIdle();
	}

	/**
	 * Keeps the file descriptor, because the file is going to be used, or gives it back.
	 */
	synchronized void park(boolean idle) {
		this.parked = idle;
		closeIfIdle();
	}

	private void closeIfIdle() {
		FileChannel open = this.channel;
		if (open != null && this.users == 0 && (this.parked || this.dropped)) {
			this.channel = null;
			try {
				open.close();
			}
			catch (IOException ex) {
				// Nothing is lost: the content is in the database.
			}
		}
	}

	synchronized boolean isBusy() {
		return this.users > 0 || !this.fetches.isEmpty();
	}

	/**
	 * Gives the disk space back.
	 * @return the bytes that were there
	 */
	synchronized long drop() {
		if (this.dropped) {
			return 0;
		}
		long bytes = presentBytes();
		this.dropped = true;
		this.present.clear();
		closeIfIdle();
		try {
			Files.deleteIfExists(this.path);
		}
		catch (IOException ex) {
			// The next start deletes it.
		}
		return bytes;
	}

}
