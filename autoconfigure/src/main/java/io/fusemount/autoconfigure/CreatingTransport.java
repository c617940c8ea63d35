package io.fusemount.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CompletionStage;

import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.Deadline;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.KernelUse;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Succession;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A transport that creates a missing mount point, and removes it after the unmount.
 */
final class CreatingTransport implements Transport {

	private final Transport transport;

	CreatingTransport(Transport transport) {
		this.transport = transport;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		Path mountPoint = options.mountPoint();
		// A dead mount counts as neither existing nor missing; the transport removes it.
		// One that is taken over does not answer yet.
		if (inherits(options) || !Files.notExists(mountPoint)) {
			return this.transport.mount(fileSystem, dispatcher, options);
		}
		create(mountPoint);
		Object created = identity(mountPoint);
		try {
			return new Session(this.transport.mount(fileSystem, dispatcher, options), mountPoint, created);
		}
		catch (RuntimeException ex) {
			remove(mountPoint, created);
			throw ex;
		}
	}

	@Override
	public boolean inherits(MountOptions options) {
		return this.transport.inherits(options);
	}

	@Override
	public Inheritance inherit(MountOptions options, Path spool) {
		return this.transport.inherit(options, spool);
	}

	@Override
	public void failed(MountOptions options) {
		this.transport.failed(options);
	}

	@Override
	public void established() {
		this.transport.established();
	}

	private static void create(Path mountPoint) {
		try {
			Files.createDirectories(mountPoint);
		}
		catch (IOException ex) {
			throw new MountException(MountException.Reason.MOUNT_POINT_MISSING,
					"The mount point " + mountPoint + " cannot be created: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Identifies the directory itself, so that a later one at the same path is not
	 * mistaken for it.
	 */
	private static @Nullable Object identity(Path mountPoint) {
		try {
			return Files.readAttributes(mountPoint, BasicFileAttributes.class).fileKey();
		}
		catch (IOException ex) {
			return null;
		}
	}

	private static void remove(Path mountPoint, @Nullable Object created) {
		try {
			if (created != null && created.equals(identity(mountPoint))) {
				Files.deleteIfExists(mountPoint);
			}
		}
		catch (IOException ex) {
			// Something else uses the directory in the meantime, so it stays.
		}
	}

	private record Session(TransportSession session, Path mountPoint,
			@Nullable Object created) implements TransportSession {

		@Override
		public void unmount(Deadline deadline) {
			this.session.unmount(deadline);
			remove(this.mountPoint, this.created);
		}

		@Override
		public boolean leave(Deadline deadline) {
			return this.session.leave(deadline);
		}

		@Override
		public boolean giveWay(Deadline deadline) {
			return this.session.giveWay(deadline);
		}

		@Override
		public void offer(Succession mount) {
			this.session.offer(mount);
		}

		@Override
		public CompletionStage<Void> ended() {
			return this.session.ended();
		}

		@Override
		public void releaseHandles() {
			this.session.releaseHandles();
		}

		@Override
		public void withdraw() {
			this.session.withdraw();
		}

		@Override
		public @Nullable String displacement() {
			return this.session.displacement();
		}

		@Override
		public @Nullable Channel channel() {
			return this.session.channel();
		}

		@Override
		public KernelUse kernelUse() {
			return this.session.kernelUse();
		}

		@Override
		public int activeWorkers() {
			return this.session.activeWorkers();
		}

		@Override
		public int waitingWorkers() {
			return this.session.waitingWorkers();
		}

		@Override
		public int storingWorkers() {
			return this.session.storingWorkers();
		}

	}

}
