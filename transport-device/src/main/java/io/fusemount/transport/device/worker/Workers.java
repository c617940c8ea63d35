package io.fusemount.transport.device.worker;

import java.time.Duration;

/**
 * The threads that receive and serve the requests of one session.
 */
public interface Workers {

	/**
	 * Returns what the workers are doing.
	 */
	Load load();

	/**
	 * Lets every worker end as soon as it has served its request.
	 */
	void stop();

	/**
	 * Whether requests are no longer received.
	 */
	boolean isStopping();

	/**
	 * Whether the kernel has reported that the filesystem is no longer mounted.
	 */
	boolean isDisconnected();

	/**
	 * Waits until the threads of the workers have ended.
	 * @return whether they ended in time
	 */
	boolean awaitEnd(Duration patience) throws InterruptedException;

}
