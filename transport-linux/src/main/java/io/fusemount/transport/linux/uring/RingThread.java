package io.fusemount.transport.linux.uring;

import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.worker.RequestThread;
import io.fusemount.transport.linux.message.RequestBuffer;

/**
 * A thread that serves requests of rings, and of the device.
 */
public interface RingThread extends RequestThread {

	/**
	 * Returns the memory for the next request.
	 */
	RequestBuffer buffer();

	/**
	 * Returns the answer to the last request.
	 */
	AnswerBuffer answer();

	/**
	 * Serves the request in the memory, without sending the answer.
	 * @return 0, or a negative error number
	 */
	int serve();

}
