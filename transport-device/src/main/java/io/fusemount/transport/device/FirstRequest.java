package io.fusemount.transport.device;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.mount.Probe;

/**
 * The first request of a mount, by which it proves that it serves programs.
 */
final class FirstRequest {

	private static final Duration READY = Duration.ofSeconds(20);

	private static final Duration GIVE_UP = Duration.ofSeconds(2);

	private FirstRequest() {
	}

	/**
	 * Waits until a request has come back through the kernel.
	 * @throws MountException {@code NOT_ANSWERING} if no request came back; the
	 * filesystem is unmounted then
	 */
	static void await(String name, KernelMount mount, Path mountPoint, TransportSession session) {
		boolean ready = Probe.run("fusemount-" + name + "-probe", READY, () -> {
			Files.readAttributes(mountPoint, BasicFileAttributes.class);
			return mount.isMounted();
		}, false);
		if (ready) {
			return;
		}
		MountException failure = new MountException(Reason.NOT_ANSWERING,
				"The filesystem mounted at " + mountPoint + " did not answer a stat of its root correctly within "
						+ READY.toSeconds() + " s, so it was unmounted");
		try {
			session.unmount(GIVE_UP);
		}
		catch (MountException ex) {
			failure.addSuppressed(ex);
		}
		throw failure;
	}

}
