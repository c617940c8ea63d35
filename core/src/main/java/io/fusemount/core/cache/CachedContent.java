package io.fusemount.core.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

import io.fusemount.core.block.BlockStore;
import io.fusemount.core.block.Extents;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.Loan;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The content of one version of a file. Blocks that are not on the local disk yet are
 * fetched once, however many readers want them, and ahead of sequential readers.
 */
public final class CachedContent implements Content {

	private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

	private final BlockStore store;

	private final Fetchers fetchers;

	private final Extents extents;

	private final Fetches fetches = new Fetches();

	private final WholeFetch whole;

	/** Replaced by one with the same bytes when the version gets a new name. */
	private volatile Content source;

	/** Less than the recorded size of the file if that proved wrong. */
	private volatile long size;

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

	CachedContent(BlockStore store, Fetchers fetchers, @Nullable CacheKey key, Content source, long size,
			Extents extents) {
		this.store = store;
		this.fetchers = fetchers;
		this.key = key;
		this.source = source;
		this.size = size;
		this.extents = extents;
		this.whole = new WholeFetch(this, store, fetchers);
	}

	long size() {
		return this.size;
	}

	Content source() {
		return this.source;
	}

	Extents extents() {
		return this.extents;
	}

	@Override
	public int read(long position, ByteBuffer target) {
		int start = target.position();
		long at = position;
		long end = Math.min(this.size, position + target.remaining());
		long ahead = ahead(at, end);
		boolean kept = true;
		while (at < end) {
			int read = this.extents.read(at, end, target);
			if (read == 0) {
				kept = false;
				read = readMissing(at, end, ahead, target);
			}
			at += read;
			end = Math.min(this.size, end);
		}
		this.fetchers.counters().read(kept);
		fetchAhead(end, ahead);
		return target.position() - start;
	}

	/**
	 * Returns the place of bytes on the local disk, or {@code null} if they have to be
	 * read. A caller that uses the place counts as a reader.
	 */
	public @Nullable LocalRange locate(long position, int length) {
		long end = Math.min(this.size, position + length);
		LocalRange range = (position < end) ? this.extents.locate(position, end) : null;
		if (range != null) {
			this.fetchers.counters().read(true);
			fetchAhead(end, ahead(position, end));
		}
		return range;
	}

	/**
	 * Lends the local file with the whole content, {@code null} if there is none. The
	 * caller has the content open until the loan ends.
	 * @param wanted the number of bytes that there must be
	 */
	public @Nullable Loan lend(long wanted) {
		Loan loan = (this.size == wanted) ? this.extents.lend() : null;
		if (loan != null && loan.size() != wanted) {
			loan.close();
			return null;
		}
		return loan;
	}

	/** Returns the position up to which content should soon be local. */
	private long ahead(long at, long end) {
		return (at < end && !this.complete && this.store.isKeeping()) ? this.fetches.ahead(at, end) : end;
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
		Fetch running = this.fetches.running(at);
		if (running != null) {
			return fetchOrAwait(running, at, target);
		}
		Fetch own = this.fetches.begin(this.extents, at, endOfFetch(at, Math.max(ahead, end)));
		if (own == null) {
			return 0;
		}
		fetchAhead(own.end(), ahead);
		return fetchOrAwait(own, at, target);
	}

	/** Fetches are whole blocks of one piece. */
	private long endOfFetch(long at, long wanted) {
		long piece = at - at % PIECE_BYTES + PIECE_BYTES;
		return Math.min(this.size, Math.min(piece, Fetches.roundUp(wanted)));
	}

	/** A planned fetch that has not begun is done by the first thread that needs it. */
	private int fetchOrAwait(Fetch fetch, long at, ByteBuffer target) {
		if (fetch.tryStart()) {
			return fetch(fetch, at, target);
		}
		fetch.await();
		return 0;
	}

	/** Plans fetches for what this reader will soon want. */
	private void fetchAhead(long from, long to) {
		if (from >= to || this.whole.isRunning()) {
			return;
		}
		for (long at = Fetches.roundUp(from); at < to; at = at - at % PIECE_BYTES + PIECE_BYTES) {
			Fetch fetch = this.fetches.begin(this.extents, at, endOfFetch(at, this.size));
			if (fetch != null && !fetchLater(fetch)) {
				this.fetches.end(fetch);
				return;
			}
		}
	}

	private boolean fetchLater(Fetch fetch) {
		return this.store.isKeeping() && this.fetchers.fetchLater(() -> fetchAhead(fetch));
	}

	private void fetchAhead(Fetch fetch) {
		if (!fetch.tryStart()) {
			return;
		}
		if (this.parked || this.extents.isSealed()) {
			// No reader continues.
			this.fetches.end(fetch);
			return;
		}
		try {
			fetch(fetch, fetch.start(), NOTHING);
		}
		catch (RuntimeException ex) {
			// A reader that needs the bytes will fetch them and receive the failure.
		}
	}

	private int fetch(Fetch fetch, long at, ByteBuffer target) {
		try (FetchBuffers.Loan loan = this.fetchers.buffers().take()) {
			ByteBuffer buffer = loan.buffer().limit(fetch.length());
			int read = this.fetchers.measure(() -> fetch(fetch.start(), buffer));
			this.fetchers.counters().fetched(read);
			if (read < fetch.length()) {
				endsAt(fetch.start() + read);
			}
			tryKeep(fetch.start(), buffer.flip().duplicate());
			buffer.position((int) Math.min(at - fetch.start(), read));
			int length = Math.min(buffer.remaining(), target.remaining());
			target.put(buffer.limit(buffer.position() + length));
			return length;
		}
		finally {
			// Always ended, even without memory for a buffer, because other threads wait
			// for it.
			this.fetches.end(fetch);
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

	/** Records where the content has proved to end. */
	void endsAt(long end) {
		this.size = Math.min(this.size, end);
	}

	private void tryKeep(long position, ByteBuffer blocks) {
		try {
			store(position, blocks);
		}
		catch (ClosedChannelException ex) {
			// Closed by an interrupt; the disk is fine.
		}
		catch (IOException ex) {
			this.store.failed(ex);
		}
	}

	private void store(long position, ByteBuffer blocks) throws IOException {
		// More may come than the recorded size.
		long length = Math.min(blocks.remaining(), this.size - position);
		if (length > 0) {
			this.extents.store(position, blocks.limit(blocks.position() + (int) length));
			this.complete = isComplete();
			closeIfParked();
		}
	}

	/** Stores the whole content, which is small. */
	void fill(ByteBuffer bytes) {
		this.fetchers.counters().fetched(bytes.remaining());
		endsAt(bytes.remaining());
		tryKeep(0, bytes.duplicate());
	}

	/**
	 * Stores blocks that arrived without a request for each of them.
	 * @throws IOException if they are not kept
	 */
	void keep(long position, ByteBuffer blocks) throws IOException {
		if (this.extents.isSealed()) {
			throw new IOException("The content is no longer kept");
		}
		store(position, blocks);
	}

	/** Whether nothing of the content is local. */
	boolean isEmpty() {
		return this.extents.isEmpty();
	}

	boolean isComplete() {
		return this.extents.isComplete(this.size);
	}

	/** The same bytes now have another version. */
	void becomes(RegularFile file) {
		this.source = file.content();
		this.whole.renew();
	}

	/**
	 * Hands over to the next version what a patch leaves. Only the author of the changes
	 * still reads here, and nothing is kept here from now on. Nothing is handed over
	 * while bytes of this version are on their way.
	 */
	void handOver(CachedContent next, ContentPatch patch) {
		// First, so that a fetch that begins now is not kept.
		this.extents.seal();
		if (!this.fetches.isEmpty() || this.whole.isRunning()) {
			return;
		}
		try (FetchBuffers.Loan loan = this.fetchers.buffers().take()) {
			this.extents.handOver(next.extents, patch, loan.buffer());
		}
		catch (IOException | UncheckedIOException ex) {
			// The changes are fetched when they are read; the commit is done.
		}
	}

	/** Sets whether the content is not open. Takes moments. */
	void park(boolean idle) {
		this.parked = idle;
		this.complete = !idle && isComplete();
	}

	/** Releases the file descriptors if the content is not open. */
	void closeIfParked() {
		if (this.parked) {
			this.extents.closeIfIdle();
		}
	}

	/** Keeps nothing any longer, and releases the disk space. */
	void leave() {
		this.complete = false;
		this.extents.leave();
	}

}
