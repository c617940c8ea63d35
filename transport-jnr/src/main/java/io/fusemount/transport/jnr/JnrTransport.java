package io.fusemount.transport.jnr;

import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.mount.MountPoint;
import io.fusemount.transport.jnr.callback.FuseCallbacks;
import io.fusemount.transport.jnr.libfuse.FuseSession;

/**
 * The transport over libfuse 2, for 64-bit Linux.
 */
public final class JnrTransport implements Transport {

	/**
	 * Content on the local disk goes to the kernel by splice. Timeouts are 0 because
	 * libfuse's table of paths does not tell which node a changed name has.
	 */
	private static final String LIBRARY_OPTIONS = "use_ino,big_writes,atomic_o_trunc,"
			+ "splice_write,entry_timeout=0,attr_timeout=0,negative_timeout=0";

	/** libfuse takes 230 bytes for each. */
	private static final int MAX_NAMES = 131_072;

	private final int maxNames;

	/**
	 * Creates the transport.
	 */
	public JnrTransport() {
		this(MAX_NAMES);
	}

	/**
	 * Creates a transport that limits the number of names that the kernel remembers.
	 */
	JnrTransport(int maxNames) {
		this.maxNames = maxNames;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		MountPoint.requireDevice();
		FuseSession.requireInstallation();
		FuseCallbacks callbacks = new FuseCallbacks(fileSystem, dispatcher, options.workers());
		return DeviceSession.mount(options, dispatcher.watch(), (mount) -> new LibFuseServer(callbacks,
				FuseSession.open(mount, callbacks.operations(), callbacks.size(), LIBRARY_OPTIONS, this.maxNames)));
	}

}
