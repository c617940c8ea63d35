package io.fusemount.transport.device.worker;

import java.nio.ByteBuffer;

import io.fusemount.core.errno.Errno;

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
	 * Returns the memory with the request that was received last, from its start. A
	 * request that is written there is served as if it had been received.
	 */
	ByteBuffer request();

	/**
	 * Records that the request that was received last will be served later, perhaps by
	 * another thread, and that the memory is used for another one meanwhile.
	 * <p>
	 * The default implementation does nothing.
	 */
	default void setAside(int length) {
	}

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
