package io.fusemount.data.jpa.database;

import java.time.Duration;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.node.Content;

/**
 * Watches content on its way to the database, from inside: drivers ask for it piece by
 * piece. Each piece has the time of a whole transaction for itself, so that large content
 * has the time that it needs, and a database that takes no more of it is noticed as soon
 * as the driver asks for the next bytes.
 */
public final class UploadPace {

	private final Duration timeout;

	private final Runnable onPiece;

	private long pieces;

	/** When the first bytes of the current piece were asked for, 0 if none were. */
	private long pieceStart;

	UploadPace(Duration timeout, Runnable onPiece) {
		this.timeout = timeout;
		this.onPiece = onPiece;
	}

	/**
	 * Says that the content is sent from its beginning again.
	 */
	public void restart() {
		this.pieces = 0;
		this.pieceStart = 0;
	}

	/**
	 * Says that so many bytes have been taken, and more are wanted.
	 * @throws ErrnoException {@code ETIMEDOUT} if the last piece took too long, or why
	 * the content is not to be stored any more
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
