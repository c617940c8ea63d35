package io.fusemount.transport.device.protocol;

import java.time.DateTimeException;
import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;

/**
 * Times that programs set.
 */
public final class SetTime {

	private SetTime() {
	}

	/**
	 * Returns a time.
	 * @param seconds since 1970
	 * @throws ErrnoException {@code EINVAL} if Java has no such time
	 */
	public static Instant of(long seconds, long nanos) {
		try {
			return Instant.ofEpochSecond(seconds, nanos);
		}
		catch (DateTimeException ex) {
			throw new ErrnoException(Errno.EINVAL, "The time " + seconds + " is more than a billion years away", ex);
		}
	}

}
