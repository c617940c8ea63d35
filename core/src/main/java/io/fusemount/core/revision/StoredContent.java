package io.fusemount.core.revision;

import java.nio.ByteBuffer;

import io.fusemount.core.cache.CachedContent;
import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.local.Loan;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The content of the committed version of an open file, whichever that is at the moment,
 * read through the cache. Nothing is opened before the first read.
 */
public final class StoredContent implements Content {

	private final ContentCache cache;

	private volatile RegularFile file;

	private volatile @Nullable CachedContent cached;

	public StoredContent(ContentCache cache, RegularFile file) {
		this.cache = cache;
		this.file = file;
	}

	/** Returns the committed version. */
	RegularFile file() {
		return this.file;
	}

	@Override
	public int read(long position, ByteBuffer target) {
		CachedContent open = this.cached;
		if (open == null) {
			this.cache.prepare(this.file);
			open = open();
		}
		return open.read(position, target);
	}

	/** Returns where bytes are, if all of them are in one place on the local disk. */
	@Nullable LocalRange locate(long position, int length) {
		CachedContent open = this.cached;
		return (open != null) ? open.locate(position, length) : null;
	}

	/**
	 * Lends the local file with the whole content if there is one.
	 * @param size the number of bytes that there must be
	 */
	@Nullable Loan lend(long size) {
		RegularFile version = this.file;
		if (!this.cache.holds(version)) {
			return null;
		}
		// In use for as long as it is lent, so nothing is handed over to another version.
		CachedContent content = this.cache.open(version);
		Loan loan = content.lend(size);
		if (loan == null) {
			this.cache.release(content, true);
			return null;
		}
		return loan.andThen(() -> this.cache.release(content, true));
	}

	private synchronized CachedContent open() {
		CachedContent open = this.cached;
		if (open == null) {
			open = this.cache.open(this.file);
			this.cached = open;
		}
		return open;
	}

	/** Goes on with another version of the same bytes. */
	synchronized void keep(RegularFile newer) {
		this.cache.succeeded(this.file, newer);
		close(true);
		this.file = newer;
	}

	/** Goes on with another version, which differs from the one before. */
	synchronized void change(RegularFile newer, ContentPatch patch) {
		this.cache.patched(this.file, newer, patch, this.cached);
		close(false);
		this.file = newer;
	}

	/** Goes on with another version, of which nothing is known here. */
	synchronized void replace(RegularFile newer) {
		close(false);
		this.file = newer;
	}

	/**
	 * Ends the use of the cache, until somebody reads again.
	 * @param wanted whether the content may be of use to others
	 */
	public synchronized void close(boolean wanted) {
		CachedContent open = this.cached;
		this.cached = null;
		if (open != null) {
			this.cache.release(open, wanted);
		}
	}

}
