package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.segment.Segment;
import io.fusemount.core.segment.SegmentStore;
import io.fusemount.core.spool.SpoolReserve;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.supervision.ContentCacheStatistics;
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

	private final CacheIndex index;

	private final ContentCacheSettings settings;

	private final SegmentStore store;

	private final Fetchers fetchers = new Fetchers();

	private final Steps steps;

	@GuardedBy("this")
	private final Versions versions = new Versions();

	private volatile long losses;

	private volatile Consumer<RegularFile> firstRead = (file) -> {
	};

	/**
	 * Opens the cache with what an earlier one has left.
	 * @param directory is used by this cache alone, and created when it is needed
	 * @param channels which of its files are open
	 * @param steps takes the time of fetches
	 * @param listener is told if the directory can not be used
	 */
	public ContentCache(Path directory, OpenChannels channels, ContentCacheSettings settings, Steps steps,
			OperationListener listener) {
		this.settings = settings;
		this.steps = steps;
		this.store = new SegmentStore(directory, channels, settings.size(), this::makeRoom, listener);
		this.index = new CacheIndex(directory, this.store);
		for (IndexedContent indexed : this.index.takeOver(settings.retained())) {
			CachedContent content = content(indexed.key(), (position, target) -> 0, indexed.size());
			for (Segment segment : indexed.segments()) {
				content.add(segment);
				this.store.counted(segment.presentBytes());
			}
			add(content);
		}
		this.store.evictIfFull();
	}

	/**
	 * Has somebody told of each file that is about to be read for the first time since it
	 * was opened, who may {@linkplain #adoptFetched have} its content kept before.
	 */
	public void beforeFirstRead(Consumer<RegularFile> work) {
		this.firstRead = work;
	}

	/**
	 * Says that a file is about to be read.
	 */
	public void prepare(RegularFile file) {
		this.firstRead.accept(file);
	}

	private CachedContent content(@Nullable CacheKey key, Content source, long size) {
		return new CachedContent(this.store, this.fetchers, this.steps, key, source, size);
	}

	@GuardedBy("this")
	private void add(CachedContent content) {
		forgetOldest(MAX_FILES - 1);
		this.versions.add(content);
	}

	@GuardedBy("this")
	private void forgetOldest(int kept) {
		CachedContent oldest = (this.versions.size() > kept) ? this.versions.oldestUnused() : null;
		if (oldest != null) {
			forget(oldest);
		}
	}

	/**
	 * Opens the content of a version until {@link #release}.
	 */
	public synchronized CachedContent open(RegularFile file) {
		CacheKey key = CacheKey.of(file);
		CachedContent content = this.versions.find(key);
		if (content == null) {
			content = content(key, file.content(), file.attributes().size());
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
		if (!wanted || content.key == null || !this.settings.retained() || content.isEmpty()) {
			forget(content);
			return;
		}
		this.versions.renew(content, content.key);
		content.park(true);
		forgetOldest(MAX_FILES);
	}

	/**
	 * Takes note that another version has the same bytes, because only the name or times
	 * of the file have changed.
	 */
	public synchronized void succeeded(RegularFile before, RegularFile after) {
		CacheKey to = CacheKey.of(after);
		CachedContent content = this.versions.find(CacheKey.of(before));
		if (content != null && to != null && this.versions.find(to) == null) {
			this.versions.renew(content, to);
			content.becomes(after);
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
		CachedContent content = this.versions.find(CacheKey.of(before));
		if (content == null || content.users > ((content == own) ? 1 : 0) || to == null
				|| this.versions.find(to) != null) {
			return null;
		}
		CachedContent next = open(after);
		this.store.counted(-content.moveTo(next, patch));
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
		if (key == null || !isRetaining() || written.size() == 0 || written.size() > Segment.BYTES) {
			return;
		}
		CachedContent content = content(key, file.content(), written.size());
		try {
			content.takeOver(written);
		}
		catch (IOException | RuntimeException ex) {
			content.drop();
			// It may be on another disk than the spool, or the spool may have failed.
			if (ex instanceof IOException failure && !(ex instanceof AtomicMoveNotSupportedException)
					&& !(ex instanceof ClosedChannelException)) {
				this.store.failed(failure);
			}
			return;
		}
		synchronized (this) {
			CachedContent known = this.versions.find(key);
			if (known != null && known.users > 0) {
				this.store.counted(-content.drop());
				return;
			}
			if (known != null) {
				forget(known);
			}
			add(content);
		}
		this.store.evictIfFull();
	}

	/**
	 * Whether content is kept that nobody has open.
	 */
	public boolean isRetaining() {
		return this.settings.retained() && isKeeping();
	}

	/**
	 * Whether all of the content of a version is kept.
	 */
	public synchronized boolean holds(RegularFile file) {
		CachedContent content = this.versions.find(CacheKey.of(file));
		return content != null && content.isComplete();
	}

	/**
	 * Returns how often content was forgotten because it may be wrong, be it that of one
	 * file.
	 */
	public long losses() {
		return this.losses;
	}

	/**
	 * Takes over the content of a version that nobody has asked for yet.
	 * @param bytes all of the content
	 * @param since the number of {@linkplain #losses() losses} before it was asked for:
	 * it is not kept if there are more now, for it may be what was forgotten
	 */
	public void adoptFetched(RegularFile file, ByteBuffer bytes, long since) {
		CachedContent content = bytes.hasRemaining() ? openIncomplete(file, since) : null;
		if (content != null) {
			try {
				content.fill(bytes);
			}
			finally {
				release(content, true);
			}
		}
	}

	private synchronized @Nullable CachedContent openIncomplete(RegularFile file, long since) {
		boolean wanted = CacheKey.of(file) != null && this.losses == since && !holds(file);
		return wanted ? open(file) : null;
	}

	/**
	 * Forgets what nobody has open of a file that is no more.
	 */
	public synchronized void forget(NodeKey file) {
		for (CachedContent content : this.versions.of(file)) {
			if (content.users == 0) {
				forget(content);
			}
		}
	}

	/**
	 * Forgets what nobody has open of a file, for it may be that of no version.
	 */
	public synchronized void distrust(NodeKey file) {
		this.losses = this.losses + 1;
		forget(file);
	}

	/**
	 * Forgets all content. Who has some of it open goes on with that, and nobody joins
	 * him.
	 */
	public synchronized void forgetAll() {
		this.losses = this.losses + 1;
		for (CachedContent content : this.versions.all()) {
			if (content.users == 0) {
				forget(content);
			}
			else {
				this.versions.renew(content, null);
			}
		}
	}

	@GuardedBy("this")
	private void forget(CachedContent content) {
		this.versions.remove(content);
		this.store.counted(-content.drop());
	}

	@Override
	public long bytes() {
		return this.store.bytes();
	}

	@Override
	public boolean giveBack() {
		this.store.suspend();
		return evict(0) > 0;
	}

	private void makeRoom() {
		evict(this.settings.size() - this.settings.size() / EVICTED_PART);
	}

	/**
	 * Drops what was used the longest time ago until there is only so much left.
	 * @return how much was dropped
	 */
	private synchronized long evict(long target) {
		List<Evictable> candidates = new ArrayList<>();
		long total = 0;
		for (CachedContent content : this.versions.all()) {
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
					this.versions.remove(candidate.content());
				}
			}
		}
		this.store.recounted(left);
		return total - left;
	}

	boolean isKeeping() {
		return this.store.isKeeping();
	}

	/**
	 * Returns how it is used.
	 */
	public ContentCacheStatistics statistics() {
		return this.store.statistics();
	}

	/**
	 * Ends all fetches and leaves what is kept to the next cache in the directory.
	 */
	@Override
	public void close() {
		// First: the fetch of a whole content would take its time.
		this.store.close();
		this.fetchers.close();
		synchronized (this) {
			List<IndexedContent> kept = new ArrayList<>();
			for (CachedContent content : this.versions.all()) {
				CacheKey key = content.key;
				if (key == null || !this.settings.retained() || content.isEmpty()) {
					forget(content);
				}
				else {
					content.park(true);
					kept.add(new IndexedContent(key, content.size(), List.copyOf(content.segments())));
				}
			}
			this.index.leave(kept);
			this.store.leaveFiles();
		}
	}

	/**
	 * What may be dropped.
	 */
	private record Evictable(CachedContent content, Segment segment, long lastUse) {

	}

}
