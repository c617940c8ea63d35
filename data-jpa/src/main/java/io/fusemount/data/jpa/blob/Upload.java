package io.fusemount.data.jpa.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.UploadPace;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;

/**
 * New content on its way into an entity. It stays open until the database has read it, on
 * the thread that opened it.
 */
public final class Upload implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Upload.class);

	private static final ThreadLocal<Integer> UNDER_WAY = ThreadLocal.withInitial(() -> 0);

	private final ContentSource source;

	private final @Nullable Function<byte[], Object> inMemory;

	private final boolean withRow;

	private final UploadPace pace;

	private WatchedStream stream;

	private @Nullable Object value;

	/**
	 * Opens content.
	 * @param inMemory converts all bytes to the value of the property, {@code null} if
	 * the value is a stream
	 * @param withRow whether the stream's bytes are bound to the statement that stores
	 * the row
	 */
	Upload(ContentSource source, @Nullable Function<byte[], Object> inMemory, boolean withRow, UploadPace pace) {
		this.source = source;
		this.inMemory = inMemory;
		this.withRow = withRow;
		this.pace = pace;
		try {
			this.stream = new WatchedStream(source.openStream(), withRow, pace);
			this.value = value(this.stream);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		UNDER_WAY.set(UNDER_WAY.get() + 1);
	}

	private Object value(InputStream opened) throws IOException {
		return (this.inMemory != null) ? this.inMemory.apply(bytes(opened, this.source.size()))
				: Hibernate.getLobHelper().createBlob(opened, this.source.size());
	}

	/** Whether the current thread has an open upload. */
	static boolean isUnderWay() {
		return UNDER_WAY.get() > 0;
	}

	/** Whether a stream belongs to an upload. */
	static boolean isOne(InputStream stream) {
		return stream instanceof WatchedStream;
	}

	/** Whether the bytes of an upload are bound to the statement that stores the row. */
	static boolean isWithRow(InputStream stream) {
		return stream instanceof WatchedStream watched && watched.withRow;
	}

	/**
	 * Returns the given number of bytes of a stream.
	 * @throws ErrnoException {@code EIO} if the stream ends too early
	 */
	static byte[] bytes(InputStream stream, long size) throws IOException {
		byte[] bytes = new byte[(int) size];
		int length = stream.readNBytes(bytes, 0, bytes.length);
		if (length < bytes.length) {
			throw new ErrnoException(Errno.EIO, "The content ended after " + length + " of " + bytes.length + " bytes");
		}
		return bytes;
	}

	/**
	 * Reopens the content for another attempt.
	 * @return whether the content could be opened
	 * @throws ErrnoException if the content is no longer wanted
	 */
	public boolean renew() {
		// Memory has room for only one value.
		this.value = null;
		try {
			this.stream.close();
			this.pace.restart();
			this.stream = new WatchedStream(this.source.openStream(), this.withRow, this.pace);
			this.value = value(this.stream);
			return true;
		}
		catch (IOException ex) {
			if (ex.getCause() instanceof ErrnoException known) {
				throw known;
			}
			logger.warn("Content could not be read once more", ex);
			return false;
		}
	}

	/**
	 * Returns the next bytes of the content.
	 * @throws ErrnoException {@code EIO} if the content ends too early, or the reason why
	 * it is no longer wanted
	 */
	byte[] next(int length) {
		try {
			return bytes(this.stream, length);
		}
		catch (IOException ex) {
			if (ex.getCause() instanceof ErrnoException known) {
				throw known;
			}
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the value for the entity's property.
	 */
	public Object value() {
		return Objects.requireNonNull(this.value);
	}

	/**
	 * Returns the number of bytes.
	 */
	public long size() {
		return this.source.size();
	}

	@Override
	public void close() {
		UNDER_WAY.set(UNDER_WAY.get() - 1);
		try {
			this.stream.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A stream that fails when the upload takes too long. It does not support
	 * {@code mark}, which Hibernate would use: the stream would then keep all bytes that
	 * it has read.
	 */
	private static final class WatchedStream extends FilterInputStream {

		private final boolean withRow;

		private final UploadPace pace;

		private long taken;

		WatchedStream(InputStream stream, boolean withRow, UploadPace pace) {
			super(stream);
			this.withRow = withRow;
			this.pace = pace;
		}

		@Override
		public int read() throws IOException {
			byte[] single = new byte[1];
			return (read(single, 0, 1) < 0) ? -1 : single[0] & 0xff;
		}

		/**
		 * Fails as streams do, which drivers handle: in the middle of a message to its
		 * server, a driver has to cut the connection.
		 */
		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			try {
				this.pace.taken(this.taken);
				int read = super.read(target, offset, length);
				this.taken += Math.max(0, read);
				return read;
			}
			catch (RuntimeException ex) {
				throw new IOException(ex.getMessage(), ex);
			}
		}

		@Override
		public boolean markSupported() {
			return false;
		}

	}

}
