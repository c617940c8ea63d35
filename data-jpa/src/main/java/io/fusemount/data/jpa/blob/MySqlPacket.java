package io.fusemount.data.jpa.blob;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;

/**
 * The limit of a statement of MariaDB and MySQL, {@code max_allowed_packet}. A server
 * that receives more cuts the connection in the middle of the upload.
 */
final class MySqlPacket {

	/** Room for the rest of the statement. */
	private static final int ALLOWANCE_BYTES = 64 << 10;

	private static final int BUFFER_BYTES = 64 << 10;

	private final MySqlServer server;

	private final long room;

	MySqlPacket(MySqlServer server) {
		this.server = server;
		this.room = server.maxPacket() - ALLOWANCE_BYTES;
	}

	/** Returns how many bytes a statement can carry, whatever they are. */
	long roomForAny() {
		return this.room / 2;
	}

	/**
	 * Requires that a statement can carry content of this size.
	 * @throws ErrnoException {@code EFBIG} if it cannot
	 */
	void requireRoomFor(long bytes) {
		if (bytes > this.room) {
			throw tooLarge(bytes + " bytes");
		}
	}

	/**
	 * Requires that a statement can carry the content in the form in which it is sent.
	 * @throws ErrnoException {@code EFBIG} if it cannot
	 */
	void requireRoomFor(ContentSource source) {
		requireRoomFor(source.size());
		if (this.server.escaping() && source.size() > this.room / 2) {
			long escaped = source.size() + countEscapes(source);
			if (escaped > this.room) {
				throw tooLarge(source.size() + " bytes, which take " + escaped + " in a statement,");
			}
		}
	}

	private ErrnoException tooLarge(String size) {
		return new ErrnoException(Errno.EFBIG,
				size + " are more than the database takes at once, max_allowed_packet = " + this.server.maxPacket(),
				"Raise max_allowed_packet in the database's configuration (at most 1G) and restart the application"
						+ (this.server.escaping()
								? "; useServerPrepStmts=true in the JDBC URL saves what escaping takes" : ""),
				null);
	}

	private static long countEscapes(ContentSource source) {
		long escapes = 0;
		byte[] buffer = new byte[BUFFER_BYTES];
		try (InputStream stream = source.openStream()) {
			for (int length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
				for (int i = 0; i < length; i++) {
					byte b = buffer[i];
					if (b == 0 || b == '\'' || b == '"' || b == '\\') {
						escapes++;
					}
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return escapes;
	}

}
