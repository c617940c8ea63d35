package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.SpoolReserve;
import io.fusemount.core.spool.SpooledContent;
import org.jspecify.annotations.Nullable;

/**
 * Content on the local disk, bounded in size, by version of each file: what was not used
 * for the longest time goes first. Whatever befalls its directory, reads go on from the
 * database. Its monitor guards the tables only and is never held while content is
 * fetched.
 */
public final class ContentCache implements SpoolReserve, AutoCloseable {

	/** Beyond that, the tables would cost more memory than the content is worth. */
	private static final int MAX_FILES = 20_000;

	/** One of so many parts goes at once when the cache is full. */
	private static final int EVICTED_PART = 16;

	private static final int AHEAD_THREADS = 3;

	/** More would be for readers that are too many to be served ahead. */
	private static final int MAX_PLANNED = 32;

	private static final int WHOLE_THREADS = 2;

	private final Path directory;

	private final ContentCacheSettings settings;

	private final CacheDisk disk;

	private final FetchPool ahead = new FetchPool("fusemount-ahead-", AHEAD_THREADS, MAX_PLANNED);

	private final FetchPool wholes = new FetchPool("fusemount-whole-", WHOLE_THREADS, 0);

	private final FetchBuffers buffers = new FetchBuffers();

	/** The number of the last segment's file. */
	private final AtomicLong sequence = new AtomicLong();

	/** Goes up with each piece that comes: the time by which uses are told apart. */
	private final AtomicLong age = new AtomicLong();

	/** Roughly, until it is counted again. */
	private final AtomicLong bytes = new AtomicLong();

	private final AtomicLong fetchedBytes = new AtomicLong();

	/** The one that was closed last is the last. */
	private final Set<CachedContent> contents = new LinkedHashSet<>();

	private final Map<NodeKey, List<CachedContent>> versions = new HashMap<>();

	/**
	 * Opens the cache with what an earlier one has left.
	 * @param directory is used by this cache alone, and created when it is needed
	 * @param listener is told if the directory can not be used
	 */
	public ContentCache(Path directory, ContentCacheSettings settings, OperationListener listener) {
		this.directory = directory;
		this.settings = settings;
		this.disk = new CacheDisk(directory, listener);
		for (IndexedContent indexed : new CacheIndex(directory).takeOver(settings.retained())) {
			CachedContent content = new CachedContent(this, indexed.key(), (position, target) -> 0, indexed.size());
			for (Segment segment : indexed.segments()) {
				content.add(segment);
				this.bytes.addAndGet(segment.presentBytes());
				this.sequence.accumulateAndGet(segment.number(), Math::max);
			}
			add(content);
		}
		evictIfFull();
	}

	private void add(CachedContent content) {
		if (this.contents.size() >= MAX_FILES) {
			this.contents.stream().filter((other) -> other.users == 0).findFirst().ifPresent(this::forget);
		}
		this.contents.add(content);
		CacheKey key = content.key;
		if (key != null) {
			this.versions.computeIfAbsent(key.file(), (file) -> new ArrayList<>(1)).add(content);
		}
	}

	private void remove(CachedContent content) {
		this.contents.remove(content);
		CacheKey key = content.key;
		if (key != null) {
			this.versions.computeIfPresent(key.file(),
					(file, known) -> (known.remove(content) && known.isEmpty()) ? null : known);
		}
	}

	private @Nullable CachedContent find(@Nullable CacheKey key) {
		if (key != null) {
			for (CachedContent content : this.versions.getOrDefault(key.file(), List.of())) {
				if (key.equals(content.key)) {
					return content;
				}
			}
		}
		return null;
	}

	/**
	 * Opens the content of a version until {@link #release}.
	 */
	public synchronized CachedContent open(RegularFile file) {
		CacheKey key = CacheKey.of(file);
		CachedContent content = find(key);
		if (content == null) {
			content = new CachedContent(this, key, file.content(), file.attributes().size());
			add(content);
		}
		if (content.users++ == 0) {
			content.becomes(file);
			content.park(false);
		}
		return content;
	}

	/**
	 * Ends a use of content.
	 * @param wanted whether it may be of use to others
	 */
	public synchronized void release(CachedContent content, boolean wanted) {
		if (--content.users > 0) {
			return;
		}
		if (!wanted || content.key == null || !this.settings.retained() || content.segments().isEmpty()) {
			forget(content);
			return;
		}
		// The last in the order is the one that was closed last.
		remove(content);
		add(content);
		content.park(true);
	}

	/**
	 * Takes note that another version has the same bytes, because only the name or times
	 * of the file have changed.
	 */
	public synchronized void succeeded(RegularFile before, RegularFile after) {
		CacheKey to = CacheKey.of(after);
		CachedContent content = find(CacheKey.of(before));
		if (content != null && to != null && find(to) == null) {
			remove(content);
			content.key = to;
			content.becomes(after);
			add(content);
		}
	}

	/**
	 * Takes note that a version has the same bytes as another one but for some ranges.
	 * What others read of the earlier version is left to them.
	 * @param own the content of the earlier version if the caller uses it, once
	 */
	public void patched(RegularFile before, RegularFile after, ContentPatch patch, @Nullable CachedContent own) {
		CachedContent next = succeed(before, after, patch, own);
		if (next != null) {
			try {
				next.keepChanges(patch);
			}
			finally {
				release(next, true);
			}
		}
	}

	private synchronized @Nullable CachedContent succeed(RegularFile before, RegularFile after, ContentPatch patch,
			@Nullable CachedContent own) {
		CacheKey to = CacheKey.of(after);
		CachedContent content = find(CacheKey.of(before));
		if (content == null || content.users > ((content == own) ? 1 : 0) || to == null || find(to) != null) {
			return null;
		}
		CachedContent next = open(after);
		this.bytes.addAndGet(-content.moveTo(next, patch));
		if (content.users == 0) {
			// Nobody opens a version again that is no more.
			forget(content);
		}
		return next;
	}

	/**
	 * Takes over the content of a file that was written here. Large content is not, for
	 * it would have to be copied.
	 */
	public void adopt(RegularFile file, SpooledContent written) {
		CacheKey key = CacheKey.of(file);
		if (key == null || !this.settings.retained() || !isKeeping() || written.size() == 0
				|| written.size() > Segment.BYTES) {
			return;
		}
		CachedContent content = new CachedContent(this, key, file.content(), written.size());
		Segment segment = newSegment(0);
		try {
			segment.takeOver(written, this.age.incrementAndGet());
		}
		catch (AtomicMoveNotSupportedException ex) {
			// It is on another disk than the spool.
			return;
		}
		catch (IOException ex) {
			this.disk.failed(ex);
			return;
		}
		content.add(segment);
		synchronized (this) {
			CachedContent known = find(key);
			if (known != null && known.users > 0) {
				content.drop();
				return;
			}
			if (known != null) {
				forget(known);
			}
			add(content);
			this.bytes.addAndGet(written.size());
		}
		evictIfFull();
	}

	/**
	 * Forgets what nobody has open of a file that is no more.
	 */
	public synchronized void forget(NodeKey file) {
		List.copyOf(this.versions.getOrDefault(file, List.of()))
			.stream()
			.filter((content) -> content.users == 0)
			.forEach(this::forget);
	}

	/**
	 * Forgets all content. Who has some of it open goes on with that, and nobody joins
	 * him.
	 */
	public synchronized void forgetAll() {
		for (CachedContent content : List.copyOf(this.contents)) {
			if (content.users == 0) {
				forget(content);
			}
			else {
				remove(content);
				content.key = null;
				add(content);
			}
		}
	}

	private void forget(CachedContent content) {
		remove(content);
		this.bytes.addAndGet(-content.drop());
	}

	@Override
	public long bytes() {
		return this.bytes.get();
	}

	@Override
	public boolean giveBack() {
		this.disk.suspend();
		return evict(0) > 0;
	}

	/** Keeps bytes, if the disk takes them. */
	void keep(Segment segment, long position, ByteBuffer fetched) {
		try {
			store(segment, position, fetched.duplicate());
		}
		catch (ClosedChannelException ex) {
			// By an interrupt: the disk is well.
		}
		catch (IOException ex) {
			this.disk.failed(ex);
		}
	}

	/**
	 * Keeps bytes.
	 * @throws IOException if the disk does not take them
	 */
	void store(Segment segment, long position, ByteBuffer fetched) throws IOException {
		this.fetchedBytes.addAndGet(fetched.remaining());
		this.disk.requireRoom(fetched.remaining());
		this.bytes.addAndGet(segment.store(position, fetched, this.age.incrementAndGet()));
		evictIfFull();
	}

	private void evictIfFull() {
		if (this.bytes.get() > this.settings.size()) {
			evict(this.settings.size() - this.settings.size() / EVICTED_PART);
		}
	}

	/**
	 * Drops what was used the longest time ago until there is only so much left.
	 * @return how much was dropped
	 */
	private synchronized long evict(long target) {
		List<Evictable> candidates = new ArrayList<>();
		long total = 0;
		for (CachedContent content : this.contents) {
			for (Segment segment : content.segments()) {
				total += segment.presentBytes();
				candidates.add(new Evictable(content, segment, segment.lastUse()));
			}
		}
		candidates.sort(Comparator.comparingLong(Evictable::lastUse));
		long left = total;
		for (Evictable candidate : candidates) {
			if (left <= target) {
				break;
			}
			if (!candidate.segment().isBusy()) {
				left -= candidate.content().drop(candidate.segment());
				if (candidate.content().users == 0 && candidate.content().segments().isEmpty()) {
					remove(candidate.content());
				}
			}
		}
		this.bytes.set(left);
		return total - left;
	}

	Segment newSegment(long index) {
		return new Segment(this.directory, this.sequence.incrementAndGet(), index * Segment.BYTES);
	}

	/**
	 * Whether the disk takes content, so that more than what is read is worth a fetch.
	 */
	boolean isKeeping() {
		return !this.disk.isSuspended();
	}

	/** Lets another thread fetch a range soon, unless all have enough to do. */
	boolean fetchLater(Runnable fetch) {
		return isKeeping() && this.ahead.tryExecute(fetch);
	}

	/** Lets another thread fetch all of a content now, unless none is free. */
	boolean fetchWhole(Runnable fetch) {
		return isKeeping() && this.wholes.tryExecute(fetch);
	}

	FetchBuffers buffers() {
		return this.buffers;
	}

	long age() {
		return this.age.get();
	}

	/** Returns the most bytes that are kept. */
	long size() {
		return this.settings.size();
	}

	/**
	 * Returns how it is used.
	 */
	public ContentCacheStatistics statistics() {
		return new ContentCacheStatistics(this.bytes.get(), this.settings.size(), this.fetchedBytes.get());
	}

	/**
	 * Ends all fetches and leaves what is kept to the next cache in the directory.
	 */
	@Override
	public void close() {
		// First: the fetch of a whole content would take its time.
		this.disk.close();
		this.ahead.close();
		this.wholes.close();
		synchronized (this) {
			List<IndexedContent> kept = new ArrayList<>();
			for (CachedContent content : List.copyOf(this.contents)) {
				CacheKey key = content.key;
				if (key == null || !this.settings.retained()) {
					forget(content);
				}
				else {
					content.park(true);
					kept.add(new IndexedContent(key, content.size(), List.copyOf(content.segments())));
				}
			}
			new CacheIndex(this.directory).leave(kept);
		}
	}

	/**
	 * What may be dropped.
	 */
	private record Evictable(CachedContent content, Segment segment, long lastUse) {

	}

}
