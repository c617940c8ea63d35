package io.fusemount.core.mount;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * An unmount in progress, shared by all callers that request it.
 *
 * @param deadline the time limit of the unmount
 * @param done completes with the end of the unmount
 */
record Unmounting(Deadline deadline, CompletableFuture<Void> done) {

	Unmounting(Deadline deadline) {
		this(deadline, new CompletableFuture<>());
	}

	/**
	 * Runs the unmount.
	 * @param afterwards runs before other callers are notified
	 */
	void run(Runnable work, Runnable afterwards) {
		try {
			work.run();
			afterwards.run();
			this.done.complete(null);
		}
		catch (RuntimeException | Error ex) {
			afterwards.run();
			this.done.completeExceptionally(ex);
			throw ex;
		}
	}

	/** Waits for the end of the unmount and rethrows its failure. */
	void await() {
		try {
			this.done.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException failure) ? failure : ex;
		}
	}

}
