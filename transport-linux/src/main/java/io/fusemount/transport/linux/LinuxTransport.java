package io.fusemount.transport.linux;

import io.fusemount.core.limit.HeapRoom;
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
 * The transport that speaks the kernel's own protocol, for 64-bit Linux. It needs the
 * helper {@code fusermount3} or {@code fusermount} and no library.
 * <p>
 * The kernel answers from its own cache until it is notified of a change.
 */
public final class LinuxTransport implements Transport {

	/** About 250 bytes each. */
	private static final int MAX_NODES = HeapRoom.of(131_072);

	private final int maxNodes;

	private final boolean rings;

	private final boolean passthrough;

	/**
	 * Creates the transport.
	 */
	public LinuxTransport() {
		this(true);
	}

	/**
	 * Creates the transport.
	 * @param rings whether requests come by io_uring where the kernel offers that
	 */
	public LinuxTransport(boolean rings) {
		this(rings, true);
	}

	/**
	 * Creates the transport.
	 * @param rings whether requests come by io_uring where the kernel offers that
	 * @param passthrough whether the kernel reads local files by itself where it can
	 */
	public LinuxTransport(boolean rings, boolean passthrough) {
		this(MAX_NODES, rings, passthrough);
	}

	/**
	 * Creates a transport that limits the number of nodes that the kernel remembers.
	 */
	LinuxTransport(int maxNodes, boolean rings, boolean passthrough) {
		this.maxNodes = maxNodes;
		this.rings = rings;
		this.passthrough = passthrough;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		MountPoint.requireDevice();
		Installation.require();
		return DeviceSession.mount(options, dispatcher.watch(), (mount) -> new DeviceServer(options, fileSystem,
				dispatcher, mount, this.maxNodes, this.rings, this.passthrough));
	}

}
