package io.fusemount.conformance.blob;

import java.io.InputStream;
import java.nio.ByteBuffer;

import io.fusemount.core.node.ContentSource;

/**
 * Content of any size that takes no memory: each byte follows from its position and a
 * seed.
 *
 * @param seed distinguishes contents
 * @param size the number of bytes
 */
public record PatternContent(long seed, long size) implements ContentSource {

	/**
	 * Returns the byte at a position.
	 */
	public byte at(long position) {
		long hash = (position + 1 + this.seed * 31) * 0x9e3779b97f4a7c15L;
		return (byte) (hash >>> 56);
	}

	/**
	 * Returns the bytes from a position on; fewer than {@code length} at the end of the
	 * content.
	 */
	public byte[] range(long position, int length) {
		int count = (int) Math.max(0, Math.min(length, this.size - position));
		byte[] bytes = new byte[count];
		for (int i = 0; i < count; i++) {
			bytes[i] = at(position + i);
		}
		return bytes;
	}

	/**
	 * Whether the bytes before the buffer's position are those from the given position
	 * on.
	 */
	public boolean matches(long position, ByteBuffer filled) {
		for (int i = 0; i < filled.position(); i++) {
			if (filled.get(i) != at(position + i)) {
				return false;
			}
		}
		return true;
	}

	@Override
	public InputStream openStream() {
		return new PatternStream();
	}

	private final class PatternStream extends InputStream {

		private long position;

		@Override
		public int read() {
			return (this.position < PatternContent.this.size) ? at(this.position++) & 0xff : -1;
		}

		@Override
		public int read(byte[] target, int offset, int length) {
			if (length == 0) {
				return 0;
			}
			long left = PatternContent.this.size - this.position;
			if (left == 0) {
				return -1;
			}
			int count = (int) Math.min(length, left);
			for (int i = 0; i < count; i++) {
				target[offset + i] = at(this.position++);
			}
			return count;
		}

	}

}
