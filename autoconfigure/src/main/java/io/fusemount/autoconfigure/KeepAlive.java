package io.fusemount.autoconfigure;

import java.util.concurrent.CountDownLatch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * A thread that only keeps the JVM from ending, as a web server's thread does: an
 * application without any other such thread runs for its files.
 */
final class KeepAlive {

	static final String THREAD_NAME = "fusemount-keep-alive";

	@GuardedBy("this")
	private @Nullable CountDownLatch end;

	synchronized void start() {
		if (this.end != null) {
			return;
		}
		CountDownLatch latch = new CountDownLatch(1);
		Thread thread = new Thread(() -> await(latch), THREAD_NAME);
		thread.setDaemon(false);
		thread.start();
		this.end = latch;
	}

	synchronized void stop() {
		if (this.end != null) {
			this.end.countDown();
			this.end = null;
		}
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
