package io.fusemount.transport.linux.uring;

/**
 * Serves the requests of one mounted filesystem on any number of threads at once.
 */
public interface RingServer {

	/**
	 * Returns the descriptor of the open device.
	 */
	int device();

	/**
	 * Returns the size of the largest content of a request or an answer, in bytes.
	 */
	int contentSize();

	/**
	 * Prepares the calling thread, which serves requests from now on until it closes the
	 * result.
	 */
	RingThread open();

}
