package io.fusemount.transport.device.worker;

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
	 * Closes the device and what else the kernel was served with. No thread serves
	 * requests any more.
	 */
	void close();

	/**
	 * Releases what programs have open yet. No thread serves requests any more.
	 */
	void releaseHandles();

}
