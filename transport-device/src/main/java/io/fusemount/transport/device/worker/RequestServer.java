package io.fusemount.transport.device.worker;

import org.jspecify.annotations.Nullable;

/**
 * Speaks with the kernel on behalf of one mounted filesystem, on any number of threads at
 * once.
 */
public interface RequestServer {

	/**
	 * Prepares the calling thread, which serves requests from now on until it closes
	 * this.
	 */
	RequestThread open();

	/**
	 * Returns why the kernel could not be spoken with, or {@code null}.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable String refusal() {
		return null;
	}

	/**
	 * Closes the device and what else the kernel was served with. No thread serves
	 * requests any more.
	 */
	void close();

	/**
	 * Releases what programs have open yet. No thread serves requests any more.
	 */
	void releaseHandles();

}
