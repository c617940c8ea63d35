package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.block.BlockStore;
import io.fusemount.core.block.Extents;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.Steps;
import io.fusemount.core.spool.SpoolReserve;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.supervision.ContentCacheStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Content on the local disk, limited in size, for each version of each file; the least
 * recently used content is removed first. If the directory of the cache fails in any way,
 * reads continue from the database. The monitor of the cache guards only its tables and
 * is never held while content is fetched or a file is deleted.
 */
public final class ContentCache implements SpoolReserve, AutoCloseable {

	/** With more files, the tables would cost more memory than the content is worth. */
	private static final int MAX_FILES = HeapRoom.of(20_000);

	private final CacheIndex index;

	private final ContentCacheSettings settings;

	private final BlockStore store;

	private final Fetchers fetchers;

	@GuardedBy("this")
	private final Versions versions = new Versions();

	/** Contents that have left the tables, but not the disk. */
	private final Queue<CachedContent> forgotten = new ConcurrentLinkedQueue<>();

	private volatile long losses;

	private volatile Consumer<RegularFile> firstRead = (file) -> {
	};

	/**
	 * Opens the cache with the content left by an earlier one.
	 * @param directory a directory for this cache alone, created when it is needed
	 * @param channels the open files of the cache
	 * @param steps measures the duration of fetches
	 * @param listener notified if the directory cannot be used
	 */
	public ContentCache(Path directory, OpenChannels channels, ContentCacheSettings settings, Steps steps,
			OperationListener listener) {
		this.settings = settings;
		this.store = new BlockStore(directory, channels, settings.size(), listener);
		this.fetchers = new Fetchers(steps);
		this.index = new CacheIndex(directory);
		for (IndexedContent left : this.index.takeOver(settings.retained())) {
			Extents extents = Extents.restore(this.store, left.size(), left.extents());
			add(new CachedContent(this.store, this.fetchers, left.key(), (position, target) -> 0, left.size(),
					extents));
		}
		leaveForgotten();
		this.store.evictIfFull();
	}

	/**
	 * Sets work to run for each file that is about to be read for the first time since it
	 * was opened. The work may {@linkplain #adoptFetched provide} the content in advance.
	 */
	public void beforeFirstRead(Consumer<RegularFile> work) {
		this.firstRead = work;
	}

	/**
	 * Announces that a file is about to be read.
	 */
	public void prepare(RegularFile file) {
		this.firstRead.accept(file);
	}

	private CachedContent content(@Nullable CacheKey key, Content source, long size) {
		return new CachedContent(this.store, this.fetchers, key, source, size, new Extents(this.store, size));
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
	public CachedContent open(RegularFile file) {
		CachedContent content;
		synchronized (this) {
			content = use(file);
		}
		leaveForgotten();
		return content;
	}

	@GuardedBy("this")
	private CachedContent use(RegularFile file) {
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
	 * @param wanted whether the content may be useful to other readers
	 */
	public void release(CachedContent content, boolean wanted) {
		synchronized (this) {
			if (--content.users > 0) {
				return;
			}
			if (!wanted || content.key == null || !this.settings.retained() || content.isEmpty()) {
				forget(content);
			}
			else {
				this.versions.renew(content, content.key);
				content.park(true);
				forgetOldest(MAX_FILES);
			}
		}
		content.closeIfParked();
		leaveForgotten();
	}

	/**
	 * Records that another version has the same bytes, because only the name or times of
	 * the file have changed.
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
	 * Records that a version has the same bytes as another one except for some ranges.
	 * Parts of the earlier version that others read stay with that version.
	 * @param own the content of the earlier version if the caller is its only user
	 */
	public void patched(RegularFile before, RegularFile after, ContentPatch patch, @Nullable CachedContent own) {
		CachedContent content;
		CachedContent next;
		synchronized (this) {
			content = this.versions.find(CacheKey.of(before));
			CacheKey to = CacheKey.of(after);
			if (content == null || content.users > ((content == own) ? 1 : 0) || to == null
					|| this.versions.find(to) != null) {
				return;
			}
			next = use(after);
			// A version that no longer exists is not opened again.
			this.versions.renew(content, null);
			content.users++;
		}
		try {
			content.handOver(next, patch);
		}
		finally {
			release(next, true);
			release(content, false);
		}
	}

	/**
	 * Adopts the content of a file that was written locally. Content of more than half of
	 * the cache is not adopted, because it would have to be copied.
	 */
	public void adopt(RegularFile file, SpooledContent written) {
		CacheKey key = CacheKey.of(file);
		if (key == null || !isRetaining() || written.size() == 0 || !this.store.isForOneFile(written.size())) {
			return;
		}
		CachedContent content = content(key, file.content(), written.size());
		try {
			content.extents().takeOver(written);
		}
		catch (IOException | RuntimeException ex) {
			content.leave();
			// It may be on another disk than the spool, or the spool may have failed.
			if (ex instanceof IOException failure && !(ex instanceof AtomicMoveNotSupportedException)
					&& !(ex instanceof ClosedChannelException)) {
				this.store.failed(failure);
			}
			return;
		}
		synchronized (this) {
			CachedContent known = this.versions.find(key);
			boolean used = known != null && known.users > 0;
			CachedContent unwanted = used ? content : known;
			if (unwanted != null) {
				forget(unwanted);
			}
			if (!used) {
				add(content);
			}
		}
		leaveForgotten();
		this.store.evictIfFull();
	}

	/**
	 * Whether content stays in the cache while it is not open.
	 */
	public boolean isRetaining() {
		return this.settings.retained() && isKeeping();
	}

	/**
	 * Whether the whole content of a version is in the cache.
	 */
	public synchronized boolean holds(RegularFile file) {
		CachedContent content = this.versions.find(CacheKey.of(file));
		return content != null && content.isComplete();
	}

	/**
	 * Returns how often content was dropped because it may be wrong, for one file or all.
	 */
	public long losses() {
		return this.losses;
	}

	/**
	 * Adopts the content of a version that has not been requested yet.
	 * @param bytes the whole content
	 * @param since the number of {@linkplain #losses() losses} before the fetch: if there
	 * are more now, the content may be what was dropped and is not kept
	 */
	public void adoptFetched(RegularFile file, ByteBuffer bytes, long since) {
		CachedContent content = bytes.hasRemaining() ? openIncomplete(file, since) : null;
		leaveForgotten();
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
		return wanted ? use(file) : null;
	}

	/**
	 * Drops the unused content of a file that no longer exists.
	 */
	public void forget(NodeKey file) {
		forgetUnused(file);
		leaveForgotten();
	}

	private synchronized void forgetUnused(NodeKey file) {
		for (CachedContent content : this.versions.of(file)) {
			if (content.users == 0) {
				forget(content);
			}
		}
	}

	/**
	 * Drops the unused content of a file, because it may not belong to any version.
	 */
	public void distrust(NodeKey file) {
		synchronized (this) {
			this.losses = this.losses + 1;
			forgetUnused(file);
		}
		leaveForgotten();
	}

	/**
	 * Drops all content. Current users of content continue with it, and no others join
	 * them.
	 */
	public void forgetAll() {
		synchronized (this) {
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
		leaveForgotten();
	}

	@GuardedBy("this")
	private void forget(CachedContent content) {
		this.versions.remove(content);
		this.forgotten.add(content);
	}

	/** Releases the disk space of forgotten contents. */
	private void leaveForgotten() {
		for (CachedContent next = this.forgotten.poll(); next != null; next = this.forgotten.poll()) {
			next.leave();
		}
	}

	@Override
	public long bytes() {
		return this.store.bytes();
	}

	@Override
	public boolean giveBack() {
		return this.store.giveBack() > 0;
	}

	boolean isKeeping() {
		return this.store.isKeeping();
	}

	/**
	 * Returns statistics of the cache.
	 */
	public ContentCacheStatistics statistics() {
		return this.fetchers.counters().statistics(this.store);
	}

	/**
	 * Ends all fetches and leaves the kept content to the next cache in the directory.
	 */
	@Override
	public void close() {
		// Closed first, because the fetch of a whole content would take long.
		this.store.close();
		this.fetchers.close();
		List<IndexedContent> kept = forgetUnwanted();
		leaveForgotten();
		this.store.leaveFiles();
		this.index.leave(kept);
	}

	/** Returns the content that is left to the next cache. */
	private synchronized List<IndexedContent> forgetUnwanted() {
		List<IndexedContent> kept = new ArrayList<>();
		for (CachedContent content : this.versions.all()) {
			CacheKey key = content.key;
			if (key == null || !this.settings.retained() || content.isEmpty()) {
				forget(content);
			}
			else {
				content.park(true);
				kept.add(new IndexedContent(key, content.size(), content.extents().describe()));
			}
		}
		return kept;
	}

}
