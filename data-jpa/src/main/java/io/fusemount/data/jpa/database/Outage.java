package io.fusemount.data.jpa.database;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * A database that cannot be reached. As long as that is so, one operation at a time
 * tries, which takes as long as the connection pool waits; the others get the known
 * answer at once instead of waiting as long, one after the other.
 */
final class Outage {

	private final AtomicBoolean probing = new AtomicBoolean();

	private volatile @Nullable ErrnoException known;

	/** Takes note that no connection could be had, because there is no database. */
	void begin(ErrnoException failure) {
		this.known = failure;
	}

	/** Takes note that there is a connection. */
	void end() {
		this.known = null;
	}

	/**
	 * Does work that begins with getting a connection.
	 * @throws ErrnoException {@code EIO} at once if somebody else is trying
	 */
	<T> T call(Supplier<T> work) {
		ErrnoException failure = this.known;
		if (failure == null) {
			return work.get();
		}
		if (!this.probing.compareAndSet(false, true)) {
			throw new ErrnoException(Errno.EIO,
					"The database is away, somebody else is trying: " + failure.getMessage(), failure.hint(), failure);
		}
		try {
			return work.get();
		}
		finally {
			this.probing.set(false);
		}
	}

}
