package io.fusemount.core.failure;

import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * The last failures of a mount at one moment, as text in UTF-8.
 */
public final class FailureText {

	private final long revision;

	private final Instant modified;

	private final byte[] text;

	FailureText(long revision, Instant modified, byte[] text) {
		this.revision = revision;
		this.modified = modified;
		this.text = text;
	}

	/**
	 * Returns a number that is another one for another text of the same mount.
	 */
	public long revision() {
		return this.revision;
	}

	/**
	 * Returns when the last failure was.
	 */
	public Instant modified() {
		return this.modified;
	}

	/**
	 * Returns the number of bytes.
	 */
	public int size() {
		return this.text.length;
	}

	/**
	 * Fills the buffer from a position on.
	 * @return the number of bytes, 0 at or after the end
	 */
	public int read(long position, ByteBuffer target) {
		int length = (int) Math.min(target.remaining(), Math.max(0, this.text.length - position));
		if (length > 0) {
			target.put(this.text, (int) position, length);
		}
		return length;
	}

}
