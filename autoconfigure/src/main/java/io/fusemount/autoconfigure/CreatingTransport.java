package io.fusemount.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * A transport that creates a missing mount point, and removes it again when it is free.
 */
final class CreatingTransport implements Transport {

	private final Transport transport;

	CreatingTransport(Transport transport) {
		this.transport = transport;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		Path mountPoint = options.mountPoint();
		// A dead mount neither exists nor not: the transport clears it.
		if (!Files.notExists(mountPoint)) {
			return this.transport.mount(fileSystem, dispatcher, options);
		}
		create(mountPoint);
		try {
			return new Session(this.transport.mount(fileSystem, dispatcher, options), mountPoint);
		}
		catch (RuntimeException ex) {
			remove(mountPoint);
			throw ex;
		}
	}

	private static void create(Path mountPoint) {
		try {
			Files.createDirectories(mountPoint);
		}
		catch (IOException ex) {
			throw new MountException(MountException.Reason.MOUNT_POINT_MISSING,
					"The mount point " + mountPoint + " can not be created: " + ex.getMessage(), ex);
		}
	}

	private static void remove(Path mountPoint) {
		try {
			Files.deleteIfExists(mountPoint);
		}
		catch (IOException ex) {
			// Somebody uses the directory meanwhile, so it is theirs.
		}
	}

	private record Session(TransportSession session, Path mountPoint) implements TransportSession {

		@Override
		public void unmount(Duration timeout) {
			this.session.unmount(timeout);
			remove(this.mountPoint);
		}

		@Override
		public CompletionStage<Void> ended() {
			return this.session.ended();
		}

		@Override
		public int activeWorkers() {
			return this.session.activeWorkers();
		}

	}

}
