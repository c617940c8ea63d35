package io.fusemount.data.jpa.blob;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Demand;
import io.fusemount.data.jpa.database.UploadPace;

/**
 * Content on its way to the database, which ends with an error when that takes too long.
 * It has no {@code mark}: Hibernate marks where it can, and a stream that supports it
 * would keep all that it reads.
 */
final class ContentStream extends FilterInputStream {

	private final long size;

	private final UploadPace pace;

	private long taken;

	/**
	 * Creates the stream.
	 * @param size how many bytes of the other stream are wanted
	 */
	ContentStream(InputStream stream, long size, UploadPace pace) {
		super(stream);
		this.size = size;
		this.pace = pace;
	}

	/** Returns how many bytes it has. */
	long size() {
		return this.size;
	}

	/** Whether one statement can carry all of it along. */
	static boolean isSmall(long size) {
		return Demand.sending(size) != Demand.UPLOAD;
	}

	/**
	 * Returns all of it.
	 * @throws ErrnoException {@code EIO} if it ends too early
	 */
	byte[] readWhole() throws IOException {
		byte[] bytes = new byte[(int) this.size];
		int length = readNBytes(bytes, 0, bytes.length);
		if (length < bytes.length) {
			throw new ErrnoException(Errno.EIO, "The content ended after " + length + " of " + bytes.length + " bytes");
		}
		return bytes;
	}

	@Override
	public int read() throws IOException {
		byte[] single = new byte[1];
		return (read(single, 0, 1) < 0) ? -1 : single[0] & 0xff;
	}

	/**
	 * Drivers know what to do if a stream fails as streams do: one that is in the middle
	 * of a message to its server has to cut the connection.
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
