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
import io.fusemount.core.unsaved.UnsavedCopies;

/**
 * Content that can be changed: a sparse local file laid over the stored content. Ranges
 * are read from the stored content only when they are needed, and none that is
 * overwritten or cut off ever is. Reads may run in parallel with each other, not with
 * changes; the caller sees to that.
 */
public final class SpooledContent implements ContentSource {

	static final Content NOTHING = (position, target) -> 0;

	private static final int FETCH_BYTES = 256 * 1024;

	private final Spool spool;

	private final SpoolFile file;

	private final SpoolBytes bytes;

	private final Content base;

	private final Overlay overlay;

	SpooledContent(Spool spool, SpoolFile file, Content base, Overlay overlay) {
		this.spool = spool;
		this.file = file;
		this.bytes = new SpoolBytes(spool, file);
		this.base = base;
		this.overlay = overlay;
	}

	/**
	 * Lays a local file over the given content; copies nothing.
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
		return over(spool, NOTHING, 0);
	}

	/**
	 * Takes up a whole file that an earlier process has left.
	 */
	static SpooledContent restored(Spool spool, SpoolFile file, long size) {
		return new SpooledContent(spool, file, NOTHING, Overlay.whole(size));
	}

	@Override
	public long size() {
		return this.overlay.size();
	}

	/**
	 * Whether nothing of the stored content is in it, fetched or not.
	 */
	public boolean isWhole() {
		return this.overlay.isWhole();
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
		io(() -> this.file.park(size(), modified));
	}

	/**
	 * Moves the local file to another place of the same disk, and has none from then on.
	 * All of it has to be there.
	 * @throws IOException if that is not possible; nothing has changed then
	 */
	public void moveTo(Path place) throws IOException {
		this.file.moveTo(place, size());
	}

	/**
	 * Writes everything to the disk.
	 */
	public void force() {
		io(() -> {
			// First: after a failure of the machine, content that nobody knows is
			// deleted.
			this.file.forceLabel();
			this.bytes.force();
		});
	}

	/**
	 * Fills the buffer from a position on; bytes that nobody wrote are zero.
	 * @return the number of bytes, less than there is room for only at the end
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

	/** Reads bytes that are in the same place, and returns where they end. */
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
	 * Stored content shorter than it was said to be reads as zeros, as a hole does.
	 */
	private void readBase(long position, ByteBuffer target) {
		this.base.read(position, target);
		SpoolBytes.zero(target);
	}

	/**
	 * Writes all bytes of the buffer at a position.
	 * @return their number
	 */
	public int write(long position, ByteBuffer source) {
		int length = source.remaining();
		this.spool.requirePossible(size(), position + length);
		io(() -> this.bytes.write(position, source, size()));
		this.overlay.written(position, position + length);
		return length;
	}

	/**
	 * Cuts the content off or extends it by zeros.
	 */
	public void truncate(long newSize) {
		this.spool.requirePossible(size(), newSize);
		if (newSize < size()) {
			io(() -> this.bytes.truncate(newSize));
		}
		this.overlay.resize(newSize);
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
		this.overlay.written(start, end);
	}

	/**
	 * Fetches everything that is still missing, so that the stored content is not needed
	 * any more.
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
	 * Fetches everything that is still missing and has nothing to do with the stored
	 * content from then on.
	 */
	public void own() {
		complete();
		this.overlay.own();
	}

	/**
	 * Returns how the content differs from what is stored; to be used while nobody
	 * changes it.
	 */
	public ContentPatch patch() {
		return new SpooledPatch(this, this.overlay.kept(), this.overlay.changed());
	}

	/**
	 * Returns how many bytes differ from what is stored, whoever changes it.
	 */
	public long changedBytes() {
		return this.overlay.changedBytes();
	}

	/**
	 * Returns all of the content, as ranges of nothing where it is new: a store need not
	 * have its holes. To be used while nobody changes it.
	 */
	public ContentSource whole() {
		complete();
		return this.overlay.isNew() ? patch() : this;
	}

	/**
	 * Takes note that all of it is stored now, and that the stored content is this one.
	 */
	public void stored() {
		this.overlay.stored();
	}

	@Override
	public InputStream openStream() {
		return new ContentInputStream(this::read);
	}

	/**
	 * Gives the local file back.
	 */
	public void discard() {
		io(() -> this.spool.discard(this.file));
	}

	/**
	 * Returns how many bytes of the stored content would still have to be fetched.
	 */
	public long missing() {
		return this.overlay.missing();
	}

	/**
	 * Keeps the content as one of the {@link UnsavedCopies} instead.
	 * @param user the user who has written it
	 * @return where it is
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
