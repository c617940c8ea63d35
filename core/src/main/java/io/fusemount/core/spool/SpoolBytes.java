package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;

import io.fusemount.core.channel.LocalChannel;

/**
 * The bytes of a spool file. Bytes that were never written are zero, and the file can be
 * read beyond its end.
 */
final class SpoolBytes {

	private static final int ZEROS = 256 * 1024;

	/**
	 * The maximum size of one read. The JDK copies reads into heap buffers through native
	 * memory and keeps the largest such buffer of each thread; a whole content read at
	 * once would stay in memory.
	 */
	private static final int READ_BYTES = 128 * 1024;

	private final Spool spool;

	private final SpoolFile file;

	SpoolBytes(Spool spool, SpoolFile file) {
		this.spool = spool;
		this.file = file;
	}

	/** Fills the buffer from a position on. */
	void read(long position, ByteBuffer target) throws IOException {
		long at = position;
		while (target.hasRemaining()) {
			int read = readPiece(at, target);
			if (read < 0) {
				zero(target);
				return;
			}
			at += read;
		}
	}

	private int readPiece(long position, ByteBuffer target) throws IOException {
		int limit = target.limit();
		try {
			target.limit(Math.min(limit, target.position() + READ_BYTES));
			return this.file.with((open) -> open.read(target, position));
		}
		finally {
			target.limit(limit);
		}
	}

	/** Fills the rest of a buffer with zeros, like a hole. */
	static void zero(ByteBuffer target) {
		while (target.hasRemaining()) {
			target.put((byte) 0);
		}
	}

	/**
	 * Writes all bytes of the buffer at a position.
	 * @param end the current end of the content: a full disk accepts only a part, and the
	 * part after this end must not become visible when the content is extended
	 */
	void write(long position, ByteBuffer source, long end) throws IOException {
		try {
			writeWithReserve(position, source);
		}
		catch (IOException ex) {
			try {
				truncate(end);
			}
			catch (IOException second) {
				ex.addSuppressed(second);
			}
			throw ex;
		}
	}

	/** A full disk may hold content that only saves time and can be released. */
	private void writeWithReserve(long position, ByteBuffer source) throws IOException {
		int start = source.position();
		try {
			writeAll(position, source);
		}
		catch (IOException ex) {
			if (!this.spool.makeRoom()) {
				throw ex;
			}
			writeAll(position + (source.position() - start), source);
		}
	}

	private void writeAll(long position, ByteBuffer source) throws IOException {
		this.file.with((open) -> LocalChannel.writeAll(open, position, source));
	}

	/**
	 * Overwrites a range with zeros up to the end of the file; everything after it reads
	 * as zeros.
	 */
	void zero(long start, long end) throws IOException {
		this.file.with((open) -> {
			long localEnd = Math.min(end, open.size());
			ByteBuffer zeros = ByteBuffer.allocate((int) Math.max(0, Math.min(localEnd - start, ZEROS)));
			for (long at = start; at < localEnd;) {
				zeros.clear().limit((int) Math.min(localEnd - at, ZEROS));
				at += open.write(zeros, at);
			}
			return localEnd;
		});
	}

	/** Cuts off everything after an end. */
	void truncate(long size) throws IOException {
		this.file.with((open) -> open.truncate(size));
	}

	/** Forces everything to the disk. */
	void force() throws IOException {
		this.file.with((open) -> {
			open.force(true);
			return open;
		});
	}

}
