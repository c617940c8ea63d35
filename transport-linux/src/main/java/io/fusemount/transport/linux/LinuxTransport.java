package io.fusemount.transport.linux;

import java.nio.file.Path;

import io.fusemount.core.handover.Notes;
import io.fusemount.core.limit.HeapRoom;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.mount.Installation;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.mount.MountPoint;
import io.fusemount.transport.device.store.DescriptorStore;
import io.fusemount.transport.device.worker.RequestServer;
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.Remains;
import io.fusemount.transport.linux.request.DeviceServer;
import io.fusemount.transport.linux.request.Predecessor;
import org.jspecify.annotations.Nullable;

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

	private final HeldMounts held;

	private final SideBySide sideBySide;

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
		this(rings, passthrough, Takeovers.NEVER, DescriptorStore.ofProcess());
	}

	/**
	 * Creates the transport.
	 * @param rings whether requests come by io_uring where the kernel offers that
	 * @param passthrough whether the kernel reads local files by itself where it can
	 * @param takeovers whether mounts go from one process to the next
	 * @param store holds the connections to the kernel meanwhile, if it is there
	 */
	public LinuxTransport(boolean rings, boolean passthrough, Takeovers takeovers, DescriptorStore store) {
		this(MAX_NODES, rings, passthrough, takeovers, store);
	}

	/**
	 * Creates a transport that limits the number of nodes that the kernel remembers.
	 */
	LinuxTransport(int maxNodes, boolean rings, boolean passthrough) {
		this(maxNodes, rings, passthrough, Takeovers.NEVER, DescriptorStore.ofProcess());
	}

	private LinuxTransport(int maxNodes, boolean rings, boolean passthrough, Takeovers takeovers,
			DescriptorStore store) {
		this.maxNodes = maxNodes;
		this.rings = rings;
		this.passthrough = passthrough;
		this.held = new HeldMounts(store, takeovers);
		this.sideBySide = new SideBySide(this.held, takeovers);
	}

	@Override
	public boolean inherits(MountOptions options) {
		return this.held.inherits(options);
	}

	@Override
	public Inheritance inherit(MountOptions options, Path spool) {
		return this.sideBySide.ask(options, spool);
	}

	@Override
	public void established() {
		this.sideBySide.established();
	}

	@Override
	public void failed(MountOptions options) {
		this.sideBySide.failed(options);
	}

	@Override
	public TransportSession mount(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		KernelMount inherited = this.held.take(options);
		Notes notes = (inherited != null) ? fileSystem.handover().inherited() : null;
		if (inherited != null && notes != null) {
			return takeOver(inherited, notes, fileSystem, dispatcher, options);
		}
		if (inherited != null) {
			this.held.letGo(inherited, options);
		}
		MountPoint.requireDevice();
		Installation.require();
		DeviceSession session = mountAnew(fileSystem, dispatcher, options);
		hold(session, options);
		return session;
	}

	private DeviceSession mountAnew(VirtualFileSystem fileSystem, Dispatcher dispatcher, MountOptions options) {
		try (CrashMemory memory = memory(options)) {
			return DeviceSession.mount(options, dispatcher.watch(),
					(mount) -> server(mount, fileSystem, dispatcher, options, null, memory));
		}
		catch (RuntimeException ex) {
			this.held.forget(options);
			throw ex;
		}
	}

	/** The notes count until any request is served. */
	private TransportSession takeOver(KernelMount inherited, Notes notes, VirtualFileSystem fileSystem,
			Dispatcher dispatcher, MountOptions options) {
		Remains remains = this.held.takeRemains(options);
		Predecessor before = (notes.isCrash() && remains != null) ? Predecessor.of(remains) : Predecessor.of(notes);
		try (CrashMemory memory = memory(options)) {
			DeviceSession session = DeviceSession.takeOver(options, inherited, dispatcher.watch(), (mount) -> {
				RequestServer server = server(mount, fileSystem, dispatcher, options, before, memory);
				fileSystem.handover().settle();
				return server;
			});
			hold(session, options);
			return session;
		}
		catch (RuntimeException ex) {
			fileSystem.handover().settle();
			this.held.forget(options);
			throw ex;
		}
	}

	private RequestServer server(KernelMount mount, VirtualFileSystem fileSystem, Dispatcher dispatcher,
			MountOptions options, @Nullable Predecessor before, @Nullable CrashMemory memory) {
		DeviceServer server = new DeviceServer(options, fileSystem, dispatcher, mount, this.maxNodes, withoutRings(),
				this.passthrough, before, memory);
		CrashMemory used = server.survivesCrash() ? memory : null;
		this.held.hold(used, options);
		this.sideBySide.show(used, options);
		return server;
	}

	/** Returns memory that another process holds, {@code null} if none would. */
	private @Nullable CrashMemory memory(MountOptions options) {
		boolean wanted = this.held.isHolding() || this.sideBySide.isReturnable(options);
		return wanted ? this.held.memory(options) : null;
	}

	private @Nullable String withoutRings() {
		if (!this.rings) {
			return "fusemount.io-uring is off";
		}
		if (this.held.isHolding()) {
			return "the next process could not take the mount over (fusemount.takeover=never uses it)";
		}
		return this.sideBySide.isOffering()
				? "a second process could not take the mount over (fusemount.takeover=auto uses it)" : null;
	}

	private void hold(DeviceSession session, MountOptions options) {
		this.held.hold(session, options);
		this.sideBySide.offer(session, options);
	}

}
