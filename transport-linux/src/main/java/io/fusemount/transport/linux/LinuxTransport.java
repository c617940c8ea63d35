package io.fusemount.transport.linux;

import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.mount.Installation;
import io.fusemount.transport.device.mount.MountPoint;
import io.fusemount.transport.linux.request.DeviceServer;

/**
 * The transport that speaks the kernel's own protocol, for 64-bit Linux. It takes the
 * helper {@code fusermount3} or {@code fusermount} and no library.
 * <p>
 * The kernel answers by itself what it was told, as long as that is not said to have
 * changed.
 */
public final class LinuxTransport implements Transport {

	/** Some 250 bytes each. */
	private static final int MAX_NODES = 131_072;

	private final int maxNodes;

	/**
	 * Creates it.
	 */
	public LinuxTransport() {
		this(MAX_NODES);
	}

	/**
	 * Creates one that has the kernel forget nodes sooner or later.
	 */
	LinuxTransport(int maxNodes) {
		this.maxNodes = maxNodes;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		MountPoint.requireDevice();
		Installation.require();
		return DeviceSession.mount(options, (mount) -> new DeviceServer(options.name(), fileSystem, dispatcher,
				mount.device(), options.workers(), this.maxNodes));
	}

}
