package io.fusemount.core.mount;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A filesystem that is mounted.
 */
public interface TransportSession {

	/**
	 * Takes the filesystem out of the mount table and returns when every worker has
	 * ended. Does nothing if that has happened already.
	 * @param timeout how long to wait for operations that are under way
	 * @throws MountException if workers are still busy after that time
	 */
	void unmount(Duration timeout);

	/**
	 * Completes when the filesystem is no longer mounted, whoever unmounted it.
	 */
	CompletionStage<Void> ended();

	/**
	 * Returns the number of workers that serve an operation at this moment.
	 */
	int activeWorkers();

}
