package io.fusemount.transport.device.worker;

import java.time.Duration;

import io.fusemount.core.errno.ErrnoException;

/**
 * The threads that receive and serve the requests of one session.
 */
public interface Workers {

	/**
	 * Returns the number of workers that serve a request at the moment.
	 */
	int activeWorkers();

	/**
	 * Returns the number of active workers that may be blocked.
	 */
	int waitingWorkers();

	/**
	 * Returns the number of waiting workers that wait while content is being stored.
	 */
	int storingWorkers();

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
	 * Cancels long operations, which end as soon as they notice.
	 */
	void cancel(ErrnoException reason);

	/**
	 * Waits until the threads of the workers have ended.
	 * @return whether they ended in time
	 */
	boolean awaitEnd(Duration patience) throws InterruptedException;

}
