package io.fusemount.core.spool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;

/**
 * Content that can be changed: a sparse local file laid over the stored content. Ranges
 * are read from the stored content only when they are needed, and none that is
 * overwritten or cut off ever is. Reads may run in parallel with each other, not with
 * changes; the caller sees to that.
 */
public final class SpooledContent implements ContentSource {

	private static final int FETCH_BYTES = 256 * 1024;

	private final Spool spool;

	private final SpoolFile file;

	private final Content base;

	/** Ranges that the local file holds: written or fetched. Guards all that follows. */
	private final RangeSet present = new RangeSet();

	/** Ranges that differ from what is stored. */
	private final RangeSet changed = new RangeSet();

	/** How many bytes of what is stored still count. */
	private long kept;

	/**
	 * Where the content that is read from elsewhere ends: at its size, or before after a
	 * truncation.
	 */
	private long baseLimit;

	private volatile long size;

	private SpooledContent(Spool spool, SpoolFile file, Content base, long baseSize) {
		this.spool = spool;
		this.file = file;
		this.base = base;
		this.kept = baseSize;
		this.baseLimit = baseSize;
		this.size = baseSize;
	}

	/**
	 * Lays a local file over the given content; copies nothing.
	 */
	public static SpooledContent over(Spool spool, Content base, long baseSize) {
		try {
			return over(spool, spool.createFile(), base, baseSize);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static SpooledContent over(Spool spool, SpoolFile file, Content base, long baseSize) {
		return new SpooledContent(spool, file, base, baseSize);
	}

	/**
	 * Fetches the given content whole.
	 */
	public static SpooledContent copy(Spool spool, Content base, long size) {
		SpooledContent copy = over(spool, base, size);
		try {
			copy.own();
			return copy;
		}
		catch (RuntimeException ex) {
			copy.discard();
			throw ex;
		}
	}

	/**
	 * Starts with no content at all.
	 */
	public static SpooledContent empty(Spool spool) {
		return over(spool, (position, target) -> 0, 0);
	}

	/**
	 * Takes up a whole file that an earlier process has left.
	 */
	static SpooledContent restored(Spool spool, SpoolFile file, long size) {
		SpooledContent content = over(spool, file, (position, target) -> 0, 0);
		content.size = size;
		return content;
	}

	@Override
	public long size() {
		return this.size;
	}

	/**
	 * Whether nothing of the stored content is in it, fetched or not.
	 */
	public boolean isWhole() {
		return baseLimit() == 0;
	}

	/**
	 * Whether a process that finds the file after a crash knows what it is.
	 */
	public boolean isLabelled() {
		return this.file.isLabelled();
	}

	/**
	 * Says what the file is, for a process that finds it after a crash.
	 */
	public void label(SpoolLabel label) {
		io(() -> this.file.label(label));
	}

	/**
	 * Takes the label away: nothing is lost with the file any more.
	 */
	public void unlabel() {
		this.file.unlabel();
	}

	/**
	 * Gives the file descriptor back until the content is used again.
	 * @param modified the time that the file shows to a process that finds it
	 */
	public void park(Instant modified) {
		io(() -> {
			extend();
			this.file.park(modified);
		});
	}

	/** Lets the local file end where the content does, for others to see. */
	private void extend() throws IOException {
		if (this.file.channel().size() < this.size) {
			this.file.channel().write(ByteBuffer.allocate(1), this.size - 1);
		}
	}

	/**
	 * Moves the local file to another place of the same disk, and has none from then on.
	 * All of it has to be there.
	 * @throws IOException if that is not possible; nothing has changed then
	 */
	public void moveTo(Path place) throws IOException {
		extend();
		this.file.moveTo(place);
	}

	/**
	 * Writes everything to the disk.
	 */
	public void force() {
		io(() -> this.file.channel().force(true));
	}

	/**
	 * Fills the buffer from a position on; bytes that nobody wrote are zero.
	 * @return the number of bytes, less than there is room for only at the end
	 */
	public int read(long position, ByteBuffer target) {
		long end = Math.min(this.size, position + target.remaining());
		if (position >= end) {
			return 0;
		}
		int start = target.position();
		int limit = target.limit();
		try {
			for (long at = position; at < end;) {
				at = readPiece(at, end, target);
			}
		}
		finally {
			target.limit(limit);
		}
		return target.position() - start;
	}

	/** Reads bytes that are in the same place, and returns where they end. */
	private long readPiece(long at, long end, ByteBuffer target) {
		boolean local;
		long pieceEnd;
		synchronized (this.present) {
			long limit = Math.min(end, this.baseLimit);
			long gap = (at < limit) ? this.present.firstGap(at, limit) : end;
			local = gap > at;
			pieceEnd = local ? ((gap < limit) ? gap : end) : this.present.gapEnd(at, limit);
		}
		target.limit(target.position() + (int) (pieceEnd - at));
		if (local) {
			readLocal(at, target);
		}
		else {
			this.base.read(at, target);
			// Stored content shorter than it was said to be reads as zeros, as a hole
			// does.
			zero(target);
		}
		return pieceEnd;
	}

	private void readLocal(long position, ByteBuffer target) {
		try {
			long at = position;
			while (target.hasRemaining()) {
				int read = this.file.channel().read(target, at);
				if (read < 0) {
					zero(target);
					break;
				}
				at += read;
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void zero(ByteBuffer target) {
		while (target.hasRemaining()) {
			target.put((byte) 0);
		}
	}

	/**
	 * Writes all bytes of the buffer at a position.
	 * @return their number
	 */
	public int write(long position, ByteBuffer source) {
		int length = source.remaining();
		this.spool.requirePossible(this.size, position + length);
		try {
			writeLocal(position, source);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(cutOff(ex));
		}
		markChanged(position, position + length);
		this.size = Math.max(this.size, position + length);
		return length;
	}

	/** A disk that is full may have content on it that is only there to save time. */
	private void writeLocal(long position, ByteBuffer source) throws IOException {
		int start = source.position();
		try {
			this.file.write(source, position);
		}
		catch (IOException ex) {
			if (!this.spool.makeRoom()) {
				throw ex;
			}
			this.file.write(source, position + (source.position() - start));
		}
	}

	/**
	 * A full disk takes a part. What of it lies behind the end must not come to light
	 * when the content is extended.
	 */
	private IOException cutOff(IOException failure) {
		try {
			this.file.channel().truncate(this.size);
		}
		catch (IOException ex) {
			failure.addSuppressed(ex);
		}
		return failure;
	}

	/**
	 * Cuts the content off or extends it by zeros.
	 */
	public void truncate(long newSize) {
		this.spool.requirePossible(this.size, newSize);
		if (newSize < this.size) {
			io(() -> this.file.channel().truncate(newSize));
			synchronized (this.present) {
				this.present.removeFrom(newSize);
				this.changed.removeFrom(newSize);
				this.kept = Math.min(this.kept, newSize);
				this.baseLimit = Math.min(this.baseLimit, newSize);
			}
		}
		this.size = newSize;
	}

	/**
	 * Makes room for a range or lets it read as zeros. The room is only looked for: the
	 * local file is sparse, and others may take it until the bytes come.
	 * @return whether content or size have changed
	 * @throws ErrnoException {@code ENOSPC} if the disk has not enough room
	 */
	public boolean allocate(Allocation allocation, long start, long length) {
		if (start < 0 || length <= 0) {
			throw new ErrnoException(Errno.EINVAL, "No range: " + length + " bytes from " + start + " on");
		}
		long end = start + length;
		if (end < 0) {
			throw new ErrnoException(Errno.EFBIG, "A range that ends past the largest possible offset");
		}
		long newSize = allocation.isSizeKept() ? this.size : Math.max(this.size, end);
		this.spool.requirePossible(this.size, newSize);
		if (!allocation.isZeroing()) {
			requireRoom(start, end);
		}
		boolean changes = newSize > this.size || allocation.isZeroing() && start < this.size;
		if (allocation.isZeroing()) {
			zero(start, Math.min(end, this.size));
		}
		this.size = newSize;
		return changes;
	}

	private void requireRoom(long start, long end) {
		long missing;
		synchronized (this.present) {
			missing = this.present.missing(start, end);
		}
		this.spool.requireRoom(missing);
	}

	private void zero(long start, long end) {
		if (start >= end) {
			return;
		}
		try {
			// Behind its end, the local file reads as zeros anyway.
			long localEnd = Math.min(end, this.file.channel().size());
			ByteBuffer zeros = ByteBuffer.allocate((int) Math.max(0, Math.min(localEnd - start, FETCH_BYTES)));
			for (long at = start; at < localEnd;) {
				zeros.clear().limit((int) Math.min(localEnd - at, FETCH_BYTES));
				at += this.file.channel().write(zeros, at);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		markChanged(start, end);
	}

	/**
	 * Fetches everything that is still missing, so that the stored content is not needed
	 * any more.
	 */
	public void complete() {
		fetch(0, Math.min(this.size, baseLimit()));
	}

	/**
	 * Fetches everything that is still missing and has nothing to do with the stored
	 * content from then on.
	 */
	public void own() {
		complete();
		synchronized (this.present) {
			this.baseLimit = 0;
			this.kept = 0;
			this.changed.add(0, this.size);
		}
	}

	/**
	 * Returns how the content differs from what is stored; to be used while nobody
	 * changes it.
	 */
	public ContentPatch patch() {
		synchronized (this.present) {
			return new SpooledPatch(this, this.kept, this.changed.ranges());
		}
	}

	/**
	 * Takes note that all of it is stored now, and that the stored content is this one.
	 */
	public void stored() {
		synchronized (this.present) {
			this.changed.clear();
			this.kept = this.size;
			if (missing() > 0) {
				this.baseLimit = this.size;
			}
		}
	}

	private void fetch(long start, long end) {
		ByteBuffer buffer = null;
		long at = start;
		while (at < end) {
			long gap;
			long gapEnd;
			synchronized (this.present) {
				gap = this.present.firstGap(at, end);
				gapEnd = Math.min(this.present.gapEnd(gap, end), gap + FETCH_BYTES);
			}
			if (gap >= end) {
				return;
			}
			buffer = (buffer != null) ? buffer : ByteBuffer.allocate(FETCH_BYTES);
			fetchGap(gap, gapEnd, buffer);
			at = gapEnd;
		}
	}

	private void fetchGap(long start, long end, ByteBuffer buffer) {
		buffer.clear().limit((int) (end - start));
		this.base.read(start, buffer);
		// Stored content shorter than it was said to be reads as zeros, as a hole does.
		zero(buffer);
		buffer.flip();
		io(() -> writeLocal(start, buffer));
		markPresent(start, end);
	}

	private long baseLimit() {
		synchronized (this.present) {
			return this.baseLimit;
		}
	}

	private void markChanged(long start, long end) {
		synchronized (this.present) {
			this.present.add(start, end);
			this.changed.add(start, end);
		}
	}

	private void markPresent(long start, long end) {
		synchronized (this.present) {
			this.present.add(start, end);
		}
	}

	@Override
	public InputStream openStream() {
		return new ContentInputStream(this::read);
	}

	/**
	 * Gives the local file back.
	 */
	public void discard() {
		io(() -> this.file.discard());
	}

	/**
	 * Returns how many bytes of the stored content would still have to be fetched.
	 */
	public long missing() {
		synchronized (this.present) {
			return this.present.missing(0, Math.min(this.size, this.baseLimit));
		}
	}

	/**
	 * Keeps the content as one of the {@link UnsavedCopies} instead.
	 * @return where it is
	 */
	public Path keep(String fileName, Clock clock) {
		try {
			return this.file.keep(this.spool.unsaved(), fileName, this.size, clock);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void io(Action action) {
		try {
			action.run();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@FunctionalInterface
	private interface Action {

		void run() throws IOException;

	}

}
