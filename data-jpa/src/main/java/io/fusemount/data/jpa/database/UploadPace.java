package io.fusemount.data.jpa.database;

import java.time.Duration;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.node.Content;

/**
 * Watches content on its way to the database, from inside: drivers request it piece by
 * piece. Each piece has the time of a whole transaction. Large content thus has the time
 * that it needs, and a database that stops accepting it is noticed as soon as the driver
 * requests the next bytes.
 */
public final class UploadPace {

	private final Duration timeout;

	private final Runnable onPiece;

	private long pieces;

	/** When the first bytes of the current piece were requested, 0 if none were. */
	private long pieceStart;

	UploadPace(Duration timeout, Runnable onPiece) {
		this.timeout = timeout;
		this.onPiece = onPiece;
	}

	/**
	 * Records that the content is sent from its beginning again.
	 */
	public void restart() {
		this.pieces = 0;
		this.pieceStart = 0;
	}

	/**
	 * Records the number of bytes taken so far; more are requested.
	 * @throws ErrnoException {@code ETIMEDOUT} if the last piece took too long, or the
	 * reason why the content is no longer wanted
	 */
	public void taken(long bytes) {
		Cancellation.check();
		long now = System.nanoTime();
		if (this.pieceStart != 0 && now - this.pieceStart > this.timeout.toNanos()) {
			throw new ErrnoException(Errno.ETIMEDOUT,
					"The database took too long: " + bytes + " bytes were sent, the last of them for more than "
							+ this.timeout.toMillis() + " ms",
					"The database is slow, or fusemount.database.timeout is too short", null);
		}
		if (this.pieceStart == 0) {
			this.pieceStart = now;
		}
		else if (bytes / Content.PIECE_BYTES > this.pieces) {
			this.pieces = bytes / Content.PIECE_BYTES;
			this.pieceStart = now;
			this.onPiece.run();
		}
	}

}
