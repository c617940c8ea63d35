package io.fusemount.transport.device.worker;

import io.fusemount.core.errno.Errno;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a {@link RequestServer}.
 */
public interface RequestThread extends AutoCloseable {

	/**
	 * Waits for a request.
	 * @return its length in bytes, 0 if the filesystem is no longer mounted, or a
	 * negative error number
	 */
	int receive();

	/**
	 * Serves the request that was received last. The kernel gets an answer even if
	 * serving fails.
	 */
	void serve(int length);

	/**
	 * Returns the number of the request that was received last.
	 */
	long number();

	/**
	 * Returns the request that was received last with its user, so that any thread can
	 * serve it later; {@code null} if it is served at once, because nobody waits for it
	 * or it is large.
	 * @param length its length in bytes
	 */
	@Nullable WaitingRequest setAside(int length);

	/**
	 * Takes up a request that was set aside, as if it had been received now.
	 * @return its length in bytes
	 */
	int takeUp(WaitingRequest request);

	/**
	 * Answers a request with an error, on another thread than the one that serves it. The
	 * kernel drops the answer that comes later.
	 * @param number the number of the request
	 */
	void answer(long number, Errno errno);

	/**
	 * Ends the use of the calling thread.
	 */
	@Override
	void close();

}
