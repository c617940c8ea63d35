package io.fusemount.core.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Step;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.segment.Fetch;
import io.fusemount.core.segment.Segment;
import io.fusemount.core.segment.SegmentStore;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * The content of one version of a file. Ranges that are not on the local disk yet are
 * fetched once, however many readers want them, and ahead of sequential readers.
 */
public final class CachedContent implements Content {

	/**
	 * The amount that small reads fetch at once: a statement costs more than its bytes.
	 */
	private static final long BLOCK_BYTES = 64 << 10;

	private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

	private final SegmentStore store;

	private final Fetchers fetchers;

	private final Steps steps;

	private final Map<Long, Segment> segments = new ConcurrentHashMap<>();

	private final ReadAhead readAhead = new ReadAhead();

	private final WholeFetch whole;

	/** Replaced by one with the same bytes when the version gets a new name. */
	private volatile Content source;

	/** Less than the recorded size of the file if that proved wrong. */
	private volatile long size;

	private volatile boolean dropped;

	/**
	 * Whether all content was local recently, so that nothing needs to be fetched ahead.
	 */
	private volatile boolean complete;

	/** Whether the content is not open. */
	private volatile boolean parked;

	/** Guarded by the cache; {@code null} if the version has no name. */
	@Nullable CacheKey key;

	/** Guarded by the cache. */
	int users;

	CachedContent(SegmentStore store, Fetchers fetchers, Steps steps, @Nullable CacheKey key, Content source,
			long size) {
		this.store = store;
		this.fetchers = fetchers;
		this.steps = steps;
		this.key = key;
		this.source = source;
		this.size = size;
		this.whole = new WholeFetch(this, store, fetchers, steps);
	}

	long size() {
		return this.size;
	}

	Content source() {
		return this.source;
	}

	Collection<Segment> segments() {
		return this.segments.values();
	}

	void add(Segment segment) {
		this.segments.put(Segment.index(segment.start()), segment);
	}

	@Override
	public int read(long position, ByteBuffer target) {
		int start = target.position();
		int limit = target.limit();
		long at = position;
		long end = Math.min(this.size, position + target.remaining());
		long ahead = ahead(at, end);
		boolean kept = true;
		while (at < end) {
			int read = readKept(at, end, target);
			if (read == 0) {
				kept = false;
				read = readMissing(at, end, ahead, target);
				end = Math.min(this.size, end);
			}
			at += read;
			target.limit(limit);
		}
		this.store.read(kept);
		fetchAhead(end, Math.min(ahead, this.size));
		return target.position() - start;
	}

	/**
	 * Returns the place of bytes on the local disk, or {@code null} if they have to be
	 * read. A caller that uses the place counts as a reader.
	 */
	public @Nullable LocalRange locate(long position, int length) {
		long end = Math.min(this.size, position + length);
		Segment segment = this.segments.get(Segment.index(position));
		if (segment == null || position >= end || end > segment.end()) {
			return null;
		}
		LocalRange range = segment.locate(position, end, this.store.age());
		if (range != null) {
			this.store.read(true);
			fetchAhead(end, Math.min(ahead(position, end), this.size));
		}
		return range;
	}

	/** Returns the position up to which content should soon be local. */
	private long ahead(long at, long end) {
		return (at < end && !this.complete && this.store.isKeeping()) ? this.readAhead.note(at, end) : end;
	}

	private int readKept(long at, long end, ByteBuffer target) {
		Segment segment = this.segments.get(Segment.index(at));
		return (segment != null) ? segment.read(at, Math.min(end, segment.end()), target, this.store.age()) : 0;
	}

	/**
	 * Fetches the missing bytes at a position, or waits for another thread to fetch them.
	 * @return the number of bytes already read in the process
	 */
	private int readMissing(long at, long end, long ahead, ByteBuffer target) {
		this.complete = false;
		if (this.whole.await(at)) {
			return 0;
		}
		Segment segment = segment(at);
		Fetch running = segment.running(at);
		if (running != null) {
			return fetchOrAwait(segment, running, at, target);
		}
		long piece = at - at % PIECE_BYTES + PIECE_BYTES;
		long to = Math.min(piece, (ahead > end) ? ahead : roundUp(end));
		Fetch own = segment.begin(at, at - at % BLOCK_BYTES, Math.min(this.size, to));
		if (own == null) {
			return 0;
		}
		fetchAhead(own.end(), Math.min(ahead, this.size));
		return fetchOrAwait(segment, own, at, target);
	}

	/** A planned fetch that has not begun is done by the first thread that needs it. */
	private int fetchOrAwait(Segment segment, Fetch fetch, long at, ByteBuffer target) {
		if (fetch.tryStart()) {
			return fetch(segment, fetch, at, target);
		}
		fetch.await();
		return 0;
	}

	private static long roundUp(long position) {
		return (position + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
	}

	/** Plans fetches for what this reader will soon want. */
	private void fetchAhead(long from, long to) {
		for (long at = from; at < to; at = at - at % PIECE_BYTES + PIECE_BYTES) {
			Segment segment = segment(at);
			Fetch fetch = segment.begin(at, at, Math.min(at - at % PIECE_BYTES + PIECE_BYTES, this.size));
			if (fetch != null && !fetchLater(segment, fetch)) {
				segment.end(fetch);
				return;
			}
		}
	}

	private boolean fetchLater(Segment segment, Fetch fetch) {
		return this.store.isKeeping() && this.fetchers.fetchLater(() -> fetchAhead(segment, fetch));
	}

	private void fetchAhead(Segment segment, Fetch fetch) {
		if (!fetch.tryStart()) {
			return;
		}
		if (this.parked || this.dropped) {
			// No reader continues.
			segment.end(fetch);
			return;
		}
		try {
			fetch(segment, fetch, fetch.start(), NOTHING);
		}
		catch (RuntimeException ex) {
			// A reader that needs the bytes will fetch them and receive the failure.
		}
	}

	private int fetch(Segment segment, Fetch fetch, long at, ByteBuffer target) {
		try (FetchBuffers.Loan loan = this.fetchers.buffers().take()) {
			ByteBuffer buffer = loan.buffer().limit(fetch.length());
			int read = this.steps.run(Step.FETCH, null, () -> fetch(fetch.start(), buffer));
			if (read < fetch.length()) {
				this.size = Math.min(this.size, fetch.start() + read);
			}
			this.store.keep(segment, fetch.start(), buffer.flip());
			this.complete = isComplete();
			buffer.position((int) Math.min(at - fetch.start(), read));
			int length = Math.min(buffer.remaining(), target.remaining());
			target.put(buffer.limit(buffer.position() + length));
			return length;
		}
		finally {
			// Always ended, even without memory for a buffer, because other threads wait
			// for it.
			segment.end(fetch);
		}
	}

	private int fetch(long position, ByteBuffer buffer) {
		Content asked = this.source;
		try {
			return asked.read(position, buffer);
		}
		catch (ErrnoException ex) {
			// The version may have got a new name in the meantime.
			if (ex.errno() != Errno.ESTALE || asked == this.source) {
				throw ex;
			}
			return this.source.read(position, buffer.position(0));
		}
	}

	/** Stores the whole content, which is small. */
	void fill(ByteBuffer bytes) {
		this.store.keep(segment(0), 0, bytes);
		this.complete = isComplete();
	}

	/** Starts with content that was written locally and fits into one segment. */
	void takeOver(SpooledContent written) throws IOException {
		this.store.takeOver(segment(0), written);
	}

	/** Stores bytes that arrived without a request for each of them. */
	void keep(long position, ByteBuffer bytes) throws IOException {
		if (this.dropped) {
			throw new IOException("The content is no longer kept");
		}
		long at = position;
		int limit = bytes.limit();
		while (bytes.hasRemaining()) {
			Segment segment = segment(at);
			int length = (int) Math.min(bytes.remaining(), segment.end() - at);
			bytes.limit(bytes.position() + length);
			this.store.store(segment, at, bytes);
			at += length;
			bytes.limit(limit);
		}
		this.complete = isComplete();
	}

	/** Whether nothing of the content is local. */
	boolean isEmpty() {
		return this.segments.values().stream().allMatch((segment) -> segment.presentBytes() == 0);
	}

	boolean isComplete() {
		// Backwards, because a reader that starts at the beginning lacks the end for
		// longest, and content may have
		// thousands of segments.
		for (long end = this.size; end > 0; end = Segment.index(end - 1) * Segment.BYTES) {
			Segment last = this.segments.get(Segment.index(end - 1));
			if (last == null || last.presentBytes() < end - last.start()) {
				return false;
			}
		}
		return true;
	}

	private Segment segment(long position) {
		long index = Segment.index(position);
		Segment segment = this.segments.get(index);
		if (segment == null) {
			segment = this.segments.computeIfAbsent(index, (missing) -> this.store.create(missing, this.size));
			if (this.dropped) {
				// No part of it is kept any longer.
				remove(segment);
				segment.drop();
			}
			segment.park(this.parked);
		}
		return segment;
	}

	/** The same bytes now have another version. */
	void becomes(RegularFile file) {
		this.source = file.content();
		this.whole.renew();
	}

	/**
	 * Hands the unchanged bytes over to the content of the following version. Only the
	 * author of the changes still reads here.
	 * @param removals receives the segments that are no longer kept
	 * @return the number of bytes that are no longer kept of the segments handed over
	 */
	long moveTo(CachedContent next, ContentPatch patch, Removals removals) {
		long lost = 0;
		for (Segment segment : List.copyOf(this.segments.values())) {
			long before = segment.presentBytes();
			Segment kept = segment.handOver(patch);
			remove(segment);
			if (kept != null) {
				next.add(kept);
				lost += before - kept.presentBytes();
			}
			else {
				removals.add(segment);
			}
		}
		return lost;
	}

	/** Stores the changes of a patch if they are small. */
	void keepChanges(ContentPatch patch) {
		if (patch.changed().stream().mapToLong(ByteRange::length).sum() > PIECE_BYTES) {
			return;
		}
		try (FetchBuffers.Loan loan = this.fetchers.buffers().take()) {
			for (ByteRange range : patch.changed()) {
				ByteBuffer bytes = loan.buffer().clear().limit((int) range.length());
				patch.read(range.start(), bytes);
				keep(range.start(), bytes.flip());
			}
		}
		catch (IOException | UncheckedIOException ex) {
			// The changes are fetched when they are read; the commit is done.
		}
	}

	void park(boolean idle) {
		this.parked = idle;
		this.complete = !idle && isComplete();
		this.segments.values().forEach((segment) -> segment.park(idle));
	}

	/**
	 * Stops keeping content.
	 * @return the segments that were kept until now
	 */
	List<Segment> leave() {
		this.dropped = true;
		List<Segment> left = List.copyOf(this.segments.values());
		left.forEach(this::remove);
		return left;
	}

	/** Takes a segment out of the content. */
	void remove(Segment segment) {
		this.complete = false;
		this.segments.remove(Segment.index(segment.start()), segment);
	}

}
