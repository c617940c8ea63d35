package io.fusemount.core.spool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.unsaved.UnsavedCopies;

/**
 * Content that can be changed: a sparse local file on top of the stored content. Ranges
 * are read from the stored content only when they are needed; ranges that are overwritten
 * or cut off are never read. Reads may run in parallel with each other but not with
 * changes; the caller has to ensure this.
 */
public final class SpooledContent implements ContentSource {

	static final Content NOTHING = (position, target) -> 0;

	private static final int FETCH_BYTES = 256 * 1024;

	private final Spool spool;

	final SpoolFile file;

	private final SpoolBytes bytes;

	private final Content base;

	final Overlay overlay;

	SpooledContent(Spool spool, SpoolFile file, Content base, Overlay overlay) {
		this.spool = spool;
		this.file = file;
		this.bytes = new SpoolBytes(spool, file);
		this.base = base;
		this.overlay = overlay;
	}

	/**
	 * Creates content on top of the given content, without copying anything.
	 */
	public static SpooledContent over(Spool spool, Content base, long baseSize) {
		try {
			return new SpooledContent(spool, spool.createFile(), base, Overlay.over(baseSize));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Creates content with a complete copy of the given content.
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
	 * Creates empty content.
	 */
	public static SpooledContent empty(Spool spool) {
		return over(spool, NOTHING, 0);
	}

	/**
	 * Restores the whole content left by an earlier process.
	 */
	static SpooledContent restored(Spool spool, SpoolFile file, long size) {
		return new SpooledContent(spool, file, NOTHING, Overlay.whole(size));
	}

	@Override
	public long size() {
		return this.overlay.size();
	}

	/**
	 * Whether the content includes nothing of the stored content, fetched or not.
	 */
	public boolean isWhole() {
		return this.overlay.isWhole();
	}

	/**
	 * Whether the file has a label for the process that finds it after a crash.
	 */
	public boolean isLabelled() {
		return this.file.isLabelled();
	}

	/**
	 * Labels the file for the process that finds it after a crash.
	 */
	public void label(SpoolLabel label) {
		io(() -> this.file.label(label));
	}

	/**
	 * Removes the label, because the file no longer has content that could be lost.
	 */
	public void unlabel() {
		this.file.unlabel();
	}

	/**
	 * Releases the file descriptor until the next use.
	 * @param modified the modification time to set on the file, for the process that
	 * finds it
	 */
	public void park(Instant modified) {
		io(() -> this.file.park(size(), modified));
	}

	/**
	 * Moves the local file to another place on the same disk and gives it up. The content
	 * must be complete.
	 * @throws IOException if that is not possible; nothing has changed then
	 */
	public void moveTo(Path place) throws IOException {
		this.file.moveTo(place, size());
	}

	/**
	 * Forces everything to the disk.
	 */
	public void force() {
		io(() -> {
			// The label comes first: after a failure of the machine, content without a
			// label is deleted.
			this.file.forceLabel();
			this.bytes.force();
		});
	}

	/**
	 * Fills the buffer from a position on. Bytes that were never written are zero.
	 * @return the number of bytes; fewer than there is room for only at the end
	 */
	public int read(long position, ByteBuffer target) {
		long end = Math.min(size(), position + target.remaining());
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

	/** Reads bytes that are in one place, and returns their end. */
	private long readPiece(long at, long end, ByteBuffer target) {
		Overlay.Piece piece = this.overlay.piece(at, end);
		target.limit(target.position() + (int) (piece.end() - at));
		if (piece.local()) {
			io(() -> this.bytes.read(at, target));
		}
		else {
			readBase(at, target);
		}
		return piece.end();
	}

	/**
	 * Stored content that is shorter than recorded reads as zeros, like a hole.
	 */
	private void readBase(long position, ByteBuffer target) {
		this.base.read(position, target);
		SpoolBytes.zero(target);
	}

	/**
	 * Writes all bytes of the buffer at a position.
	 * @return the number of bytes
	 */
	public int write(long position, ByteBuffer source) {
		int length = source.remaining();
		this.spool.requirePossible(size(), position + length);
		io(() -> this.bytes.write(position, source, size()));
		this.overlay.written(position, position + length);
		return length;
	}

	/**
	 * Truncates the content, or extends it by zeros.
	 */
	public void truncate(long newSize) {
		this.spool.requirePossible(size(), newSize);
		if (newSize < size()) {
			io(() -> this.bytes.truncate(newSize));
		}
		this.overlay.resize(newSize);
	}

	/**
	 * Reserves space for a range or zeroes it. The space is only checked: the local file
	 * is sparse, and others may use the space until the bytes arrive.
	 * @return whether the content or its size has changed
	 * @throws ErrnoException {@code ENOSPC} if the disk does not have enough space
	 */
	public boolean allocate(Allocation allocation, long start, long length) {
		if (start < 0 || length <= 0) {
			throw new ErrnoException(Errno.EINVAL, "No range: " + length + " bytes from " + start + " on");
		}
		long end = start + length;
		if (end < 0) {
			throw new ErrnoException(Errno.EFBIG, "The range ends beyond the largest possible offset");
		}
		long size = size();
		long newSize = allocation.isSizeKept() ? size : Math.max(size, end);
		this.spool.requirePossible(size, newSize);
		if (!allocation.isZeroing()) {
			this.spool.requireRoom(this.overlay.absent(start, end));
		}
		boolean zeroes = allocation.isZeroing() && start < size;
		if (zeroes) {
			zero(start, Math.min(end, size));
		}
		this.overlay.resize(newSize);
		return zeroes || newSize > size;
	}

	private void zero(long start, long end) {
		io(() -> this.bytes.zero(start, end));
		this.overlay.zeroed(start, end);
	}

	/**
	 * Fetches everything that is missing, so that the stored content is no longer needed.
	 */
	public void complete() {
		ByteBuffer buffer = null;
		ByteRange gap = this.overlay.firstMissing(FETCH_BYTES);
		while (gap != null) {
			Cancellation.check();
			buffer = (buffer != null) ? buffer : ByteBuffer.allocate(FETCH_BYTES);
			fetch(gap, buffer);
			gap = this.overlay.firstMissing(FETCH_BYTES);
		}
	}

	private void fetch(ByteRange gap, ByteBuffer buffer) {
		buffer.clear().limit((int) gap.length());
		readBase(gap.start(), buffer);
		buffer.flip();
		io(() -> this.bytes.write(gap.start(), buffer, size()));
		this.overlay.fetched(gap);
	}

	/**
	 * Fetches everything that is missing and detaches the content from the stored
	 * content.
	 */
	public void own() {
		complete();
		this.overlay.own();
	}

	/**
	 * Returns the differences from the stored content. The content must not change while
	 * the patch is used.
	 */
	public ContentPatch patch() {
		return new SpooledPatch(this, this.overlay.kept(), this.overlay.changed());
	}

	/**
	 * Returns the number of bytes that are not in holes. May be called while the content
	 * changes.
	 */
	public long allocated() {
		return this.overlay.allocated();
	}

	/**
	 * Returns the offset of the next data or hole at or after a position, the size if
	 * there is none.
	 */
	public long seek(long position, Seek seek) {
		return (seek == Seek.DATA) ? this.overlay.nextData(position) : this.overlay.nextHole(position);
	}

	/**
	 * Returns the number of bytes that differ from the stored content. May be called
	 * while the content changes.
	 */
	@Override
	public long changedBytes() {
		return this.overlay.changedBytes();
	}

	/**
	 * Returns the whole content, as a patch of nothing if it is new, so that a store can
	 * omit its holes. The content must not change while the result is used.
	 */
	public ContentSource whole() {
		complete();
		return this.overlay.isNew() ? patch() : this;
	}

	/**
	 * Records that everything is stored: the stored content now equals this content.
	 */
	public void stored() {
		this.overlay.stored();
	}

	@Override
	public InputStream openStream() {
		return new ContentInputStream(this::read);
	}

	/**
	 * Deletes the local file.
	 */
	public void discard() {
		io(() -> this.spool.discard(this.file));
	}

	/**
	 * Returns the number of bytes of the stored content that would still have to be
	 * fetched.
	 */
	public long missing() {
		return this.overlay.missing();
	}

	/**
	 * Keeps the content as one of the {@link UnsavedCopies} instead.
	 * @param user the user who has written the content
	 * @return the path of the copy
	 */
	public Path keep(int user, String fileName) {
		try {
			return this.file.keep(this.spool.unsaved(), user, fileName, size(), this.overlay.local());
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
