package io.fusemount.transport.jnr;

import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.jnr.callback.FuseCallbacks;
import io.fusemount.transport.jnr.libfuse.FuseSession;
import io.fusemount.transport.jnr.libfuse.KernelMount;
import io.fusemount.transport.jnr.libfuse.MountLock;

/**
 * The transport over libfuse 2, for 64-bit Linux.
 */
public final class JnrTransport implements Transport {

	/**
	 * What is on the local disk goes to the kernel by splice. Timeouts of 0: the core has
	 * the caches. Longer ones need invalidations that are sent to the kernel whenever the
	 * application commits.
	 */
	private static final String LIBRARY_OPTIONS = "use_ino,big_writes,atomic_o_trunc,"
			+ "splice_write,entry_timeout=0,attr_timeout=0,negative_timeout=0";

	/** libfuse takes 230 bytes for each. */
	private static final int MAX_NAMES = 131_072;

	/** Mounting takes milliseconds, the helper's way too. */
	private static final Duration OTHERS = Duration.ofSeconds(10);

	private final int maxNames;

	/**
	 * Creates it.
	 */
	public JnrTransport() {
		this(MAX_NAMES);
	}

	/**
	 * Creates one that has the kernel forget names sooner or later.
	 */
	JnrTransport(int maxNames) {
		this.maxNames = maxNames;
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		MountPoint.requireDevice();
		FuseSession.requireInstallation();
		Path mountPoint = MountPoint.prepare(options.mountPoint());
		FuseCallbacks callbacks = new FuseCallbacks(fileSystem, dispatcher, options.workers());
		KernelMount mount = mount(mountPoint, mountOptions(options));
		FuseSession session;
		try {
			session = FuseSession.open(mount, callbacks.operations(), callbacks.size(), LIBRARY_OPTIONS, this.maxNames);
		}
		catch (RuntimeException ex) {
			mount.detach();
			mount.release();
			throw ex;
		}
		JnrSession mounted = new JnrSession(options, mountPoint, mount, session, callbacks);
		mounted.awaitReady();
		return mounted;
	}

	/** Another process may have mounted there since it was looked at. */
	private static KernelMount mount(Path mountPoint, String options) {
		MountLock lock = MountLock.acquire(mountPoint, OTHERS);
		try {
			return KernelMount.mount(MountPoint.prepare(mountPoint), options);
		}
		finally {
			lock.close();
		}
	}

	static String mountOptions(MountOptions options) {
		StringBuilder text = new StringBuilder(options.readOnly() ? "ro" : "rw");
		// A comma would end the value.
		String name = options.name().replace("\\", "\\\\").replace(",", "\\,");
		text.append(",auto_unmount,subtype=fusemount,fsname=fusemount:").append(name);
		if (options.allowOther()) {
			text.append(",allow_other");
		}
		if (options.defaultPermissions()) {
			text.append(",default_permissions");
		}
		return text.toString();
	}

}
