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
	 * Returns a descriptor that stays open as long as a ring does, even after the death
	 * of this process.
	 */
	int heldOpen();

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
