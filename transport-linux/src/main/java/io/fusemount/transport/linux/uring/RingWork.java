package io.fusemount.transport.linux.uring;

import io.fusemount.core.errno.Errno;

/**
 * The work on one request, and how it ended: whatever fails, the program gets an answer,
 * and the entry can be used again.
 */
final class RingWork implements Runnable {

	private final RingThread serving;

	private int error = -Errno.EIO.code();

	RingWork(RingThread serving) {
		this.serving = serving;
	}

	@Override
	public void run() {
		this.error = this.serving.serve();
	}

	/** Returns 0 or a negative errno. */
	int error() {
		return this.error;
	}

}
