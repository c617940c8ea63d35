package io.fusemount.data.jpa.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;
import org.hibernate.Hibernate;

/**
 * New content on its way into an entity, open until the database has read it.
 */
public final class Upload implements AutoCloseable {

	private final ContentSource source;

	private final InputStream stream;

	private final Object value;

	Upload(ContentSource source, boolean inMemory) {
		this.source = source;
		try {
			this.stream = new PlainStream(source.openStream());
			this.value = inMemory ? bytes() : Hibernate.getLobHelper().createBlob(this.stream, source.size());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private byte[] bytes() throws IOException {
		byte[] bytes = new byte[(int) this.source.size()];
		int length = this.stream.readNBytes(bytes, 0, bytes.length);
		if (length < bytes.length) {
			throw new ErrnoException(Errno.EIO, "The content ended after " + length + " of " + bytes.length + " bytes");
		}
		return bytes;
	}

	/**
	 * Returns the value for the entity's property.
	 */
	public Object value() {
		return this.value;
	}

	/**
	 * Returns the number of bytes.
	 */
	public long size() {
		return this.source.size();
	}

	@Override
	public void close() {
		try {
			this.stream.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A stream without {@code mark}: Hibernate marks where it can, and a stream that
	 * supports it would keep all that it reads.
	 */
	private static final class PlainStream extends FilterInputStream {

		PlainStream(InputStream stream) {
			super(stream);
		}

		@Override
		public boolean markSupported() {
			return false;
		}

	}

}
