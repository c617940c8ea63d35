package io.fusemount.conformance.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import io.fusemount.core.node.ContentSource;

/**
 * Content whose source fails in the middle.
 *
 * @param whole the content without the failure
 * @param until the number of bytes before the failure
 */
record FailingContent(ContentSource whole, long until) implements ContentSource {

	@Override
	public long size() {
		return this.whole.size();
	}

	@Override
	public InputStream openStream() throws IOException {
		return new BreakingStream(this.whole.openStream(), this.until);
	}

	private static final class BreakingStream extends FilterInputStream {

		private long left;

		BreakingStream(InputStream stream, long until) {
			super(stream);
			this.left = until;
		}

		@Override
		public int read() throws IOException {
			if (this.left-- <= 0) {
				throw new IOException("The source is broken");
			}
			return super.read();
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			if (this.left <= 0) {
				throw new IOException("The source is broken");
			}
			int count = super.read(target, offset, (int) Math.min(length, this.left));
			this.left -= count;
			return count;
		}

	}

}
