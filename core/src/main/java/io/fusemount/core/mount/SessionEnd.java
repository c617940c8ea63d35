package io.fusemount.core.mount;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Waits for the end of a session from outside. What follows does not run on the thread
 * that reports the end, because that may be a worker for which unmount waits. The thread
 * is started in advance, because no more threads may be available at the end.
 */
final class SessionEnd {

	private SessionEnd() {
	}

	/**
	 * Starts to wait.
	 * @param mount the name of the mount
	 * @param action runs after the end
	 */
	static void await(String mount, TransportSession session, Consumer<TransportSession> action) {
		CountDownLatch ended = new CountDownLatch(1);
		Thread closer = new Thread(() -> {
			try {
				ended.await();
				action.accept(session);
			}
			catch (InterruptedException ex) {
				// Nothing interrupts this thread.
			}
		}, "fusemount-" + mount + "-closer");
		closer.setDaemon(true);
		closer.start();
		session.ended().whenComplete((nothing, failure) -> ended.countDown());
	}

}
