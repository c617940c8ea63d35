package io.fusemount.transport.device.worker;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Names the threads of one mount. They are daemons, because a mount must not keep the JVM
 * alive.
 */
final class WorkerThreads implements ThreadFactory {

	private final String name;

	private final AtomicInteger number = new AtomicInteger();

	WorkerThreads(String name) {
		this.name = name;
	}

	@Override
	public Thread newThread(Runnable work) {
		Thread thread = new Thread(work, "fusemount-" + this.name + "-" + this.number.incrementAndGet());
		thread.setDaemon(true);
		return thread;
	}

}
