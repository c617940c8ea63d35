package io.fusemount.conformance.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;

/**
 * A patch of any size that takes no memory, from one {@link PatternContent} to another.
 * It counts the bytes that are read of it, and fails at a position that a test sets.
 */
public final class PatternPatch implements ContentPatch {

	private final PatternContent before;

	private final PatternContent after;

	private final long kept;

	private final List<ByteRange> changed;

	private long breakAt = Long.MAX_VALUE;

	private long bytesRead;

	/**
	 * Creates a patch.
	 * @param before the content that is replaced
	 * @param after the content of the changed ranges, and the new size
	 * @param kept the number of bytes, from the start of the replaced content, that
	 * remain
	 */
	public PatternPatch(PatternContent before, PatternContent after, long kept, List<ByteRange> changed) {
		this.before = before;
		this.after = after;
		this.kept = kept;
		this.changed = List.copyOf(changed);
	}

	/**
	 * Makes a read of the given position fail.
	 */
	public PatternPatch breaksAt(long position) {
		this.breakAt = position;
		return this;
	}

	/**
	 * Returns the number of bytes that were read so far.
	 */
	public long bytesRead() {
		return this.bytesRead;
	}

	/**
	 * Returns the byte at a position of the result.
	 */
	public byte at(long position) {
		if (isChanged(position)) {
			return this.after.at(position);
		}
		return (position < this.kept) ? this.before.at(position) : 0;
	}

	private boolean isChanged(long position) {
		for (ByteRange range : this.changed) {
			if (range.start() <= position && position < range.end()) {
				return true;
			}
		}
		return false;
	}

	@Override
	public long size() {
		return this.after.size();
	}

	@Override
	public long kept() {
		return this.kept;
	}

	@Override
	public List<ByteRange> changed() {
		return this.changed;
	}

	@Override
	public int read(long position, ByteBuffer target) {
		int count = (int) Math.min(target.remaining(), this.after.size() - position);
		if (position <= this.breakAt && this.breakAt < position + count) {
			throw new IllegalStateException("The patch is broken");
		}
		if (count > 0 && !(isChanged(position) && isChanged(position + count - 1))) {
			throw new AssertionError("Only changed ranges can be read, not " + position + " to " + (position + count));
		}
		target.put(this.after.range(position, count));
		this.bytesRead += count;
		return count;
	}

	/** Returns the whole result, for a file that accepts no patches. */
	@Override
	public InputStream openStream() {
		return new FilterInputStream(this.after.openStream()) {

			private long position;

			@Override
			public int read() throws IOException {
				byte[] one = new byte[1];
				return (read(one, 0, 1) == 1) ? one[0] & 0xff : -1;
			}

			@Override
			public int read(byte[] target, int offset, int length) throws IOException {
				int count = super.read(target, offset, length);
				for (int i = 0; i < count; i++) {
					if (this.position == PatternPatch.this.breakAt) {
						throw new IOException("The patch is broken");
					}
					target[offset + i] = at(this.position++);
				}
				return count;
			}

		};
	}

	@Override
	public String toString() {
		return "size " + size() + ", kept " + this.kept + ", changed " + this.changed;
	}

}
