package io.fusemount.core.mount;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The end of a mount that is under way, for all who want it.
 *
 * @param deadline how long it may take
 * @param done completes with its end
 */
record Unmounting(Deadline deadline, CompletableFuture<Void> done) {

	Unmounting(Deadline deadline) {
		this(deadline, new CompletableFuture<>());
	}

	/**
	 * Does it.
	 * @param afterwards what to do before others hear of it
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

	/** Waits for its end, which may be a failure. */
	void await() {
		try {
			this.done.join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException failure) ? failure : ex;
		}
	}

}
