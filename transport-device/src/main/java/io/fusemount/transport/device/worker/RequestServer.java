package io.fusemount.transport.device.worker;

import org.jspecify.annotations.Nullable;

/**
 * Communicates with the kernel on behalf of one mounted filesystem, on any number of
 * threads at once.
 */
public interface RequestServer {

	/**
	 * Prepares the calling thread, which serves requests from now on until it closes the
	 * result.
	 */
	RequestThread open();

	/**
	 * Returns why the communication with the kernel failed, or {@code null}.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable String refusal() {
		return null;
	}

	/**
	 * Closes the device and the other resources of the session. No thread serves requests
	 * at this point.
	 */
	void close();

	/**
	 * Releases the files that programs still have open. No thread serves requests at this
	 * point.
	 */
	void releaseHandles();

}
