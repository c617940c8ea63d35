package io.fusemount.transport.device;

import java.util.function.BooleanSupplier;

import io.fusemount.transport.device.mount.KernelMount;

/**
 * Sends requests to workers that wait for one and are to end. Each request ends one of
 * them. A request that is not read ends with the session, or waits for the next process.
 */
final class Waker {

	private Waker() {
	}

	/**
	 * Starts it.
	 * @param root the root of the mount, which it closes at the end
	 * @param wanted whether workers are still waiting
	 */
	static void start(String name, KernelMount mount, int root, BooleanSupplier wanted) {
		Thread waker = new Thread(() -> {
			boolean answered = true;
			while (answered && wanted.getAsBoolean()) {
				answered = mount.ask(root);
			}
			mount.closeRoot(root);
		}, "fusemount-" + name + "-waker");
		waker.setDaemon(true);
		waker.start();
	}

}
