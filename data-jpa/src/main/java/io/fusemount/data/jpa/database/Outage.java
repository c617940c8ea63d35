package io.fusemount.data.jpa.database;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * An outage of the database. As long as the database cannot be reached, one operation at
 * a time tries, for as long as the connection pool waits. The others fail at once with
 * the known failure, instead of waiting one after the other.
 */
final class Outage {

	private final AtomicBoolean probing = new AtomicBoolean();

	private volatile @Nullable ErrnoException known;

	/** Records that the database cannot be reached, so that there is no connection. */
	void begin(ErrnoException failure) {
		this.known = failure;
	}

	/** Records that a connection was obtained. */
	void end() {
		this.known = null;
	}

	/**
	 * Does work that begins with obtaining a connection.
	 * @throws ErrnoException {@code EIO} at once if another operation is trying
	 */
	<T> T call(Supplier<T> work) {
		ErrnoException failure = this.known;
		if (failure == null) {
			return work.get();
		}
		if (!this.probing.compareAndSet(false, true)) {
			throw new ErrnoException(Errno.EIO,
					"Another operation tries to reach the database: " + failure.getMessage(), failure.hint(), failure);
		}
		try {
			return work.get();
		}
		finally {
			this.probing.set(false);
		}
	}

}
