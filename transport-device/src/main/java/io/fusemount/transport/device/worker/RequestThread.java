package io.fusemount.transport.device.worker;

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
	 * Ends the use of the calling thread.
	 */
	@Override
	void close();

}
