package io.fusemount.core.spool;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

import io.fusemount.core.node.Content;

/**
 * A stream over positional content.
 */
final class ContentInputStream extends InputStream {

	private final Content content;

	private long position;

	ContentInputStream(Content content) {
		this.content = content;
	}

	@Override
	public int read() {
		byte[] single = new byte[1];
		return (read(single, 0, 1) < 0) ? -1 : single[0] & 0xff;
	}

	@Override
	public int read(byte[] target, int offset, int length) {
		Objects.checkFromIndexSize(offset, length, target.length);
		if (length == 0) {
			return 0;
		}
		int read = this.content.read(this.position, ByteBuffer.wrap(target, offset, length));
		this.position += read;
		return (read > 0) ? read : -1;
	}

}
