package io.fusemount.transport.linux;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mountinfo.PathWalk;
import io.fusemount.transport.device.DeviceSession;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.neighbour.MountDescriptors;
import io.fusemount.transport.device.store.DescriptorStore;
import io.fusemount.transport.device.worker.WorkerPool;
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.Remains;
import io.fusemount.transport.linux.request.DeviceServer;
import org.jspecify.annotations.Nullable;

/**
 * The mounts whose connections to the kernel a store holds for the next process, and
 * those that this process has got from the one before.
 */
final class HeldMounts {

	private final DescriptorStore store;

	private final Takeovers takeovers;

	private final Map<String, KernelMount> inherited = new ConcurrentHashMap<>();

	/** What processes have left that have crashed. */
	private final Map<String, Remains> remains = new ConcurrentHashMap<>();

	private final Map<String, HeldMemory> memories = new ConcurrentHashMap<>();

	private final Map<String, String> remarks = new ConcurrentHashMap<>();

	/**
	 * Creates it.
	 * @param takeovers whether mounts go from one process to the next
	 */
	HeldMounts(DescriptorStore store, Takeovers takeovers) {
		this.store = store;
		this.takeovers = takeovers;
	}

	/** Whether mounts are held for the next process. */
	boolean isHolding() {
		return this.takeovers.wanted() && this.store.isThere();
	}

	/** Whether this process has got a mount from the one before. */
	boolean inherits(MountOptions options) {
		if (!this.inherited.containsKey(options.name())) {
			KernelMount mount = adopt(options);
			if (mount != null) {
				this.inherited.put(options.name(), mount);
			}
		}
		return this.takeovers.wanted() && this.inherited.containsKey(options.name());
	}

	/** Returns the mount of the process before, once; {@code null} if there is none. */
	@Nullable KernelMount take(MountOptions options) {
		KernelMount known = this.inherited.remove(options.name());
		return (known != null) ? known : adopt(options);
	}

	private @Nullable KernelMount adopt(MountOptions options) {
		Integer device = this.store.take(device(options));
		Integer helper = this.store.take(helper(options));
		if (device == null) {
			close(helper);
			held(options).take(null);
			return null;
		}
		try {
			KernelMount mount = adopt(options, device, helper);
			Remains left = held(options).take(mount.device());
			if (left != null) {
				this.remains.put(options.name(), left);
			}
			return mount;
		}
		catch (MountException ex) {
			held(options).take(null);
			refuse(options, String.valueOf(ex.getMessage()));
			return null;
		}
	}

	private HeldMemory held(MountOptions options) {
		return this.memories.computeIfAbsent(options.name(), (name) -> new HeldMemory(this.store, name));
	}

	private static void close(@Nullable Integer descriptor) {
		if (descriptor != null) {
			Native.libc().close(descriptor);
		}
	}

	/**
	 * Returns what the process before has left, if it has crashed; {@code null} if it has
	 * left nothing of use.
	 */
	@Nullable Remains remains(MountOptions options) {
		return this.remains.get(options.name());
	}

	/** Returns the same, once. */
	@Nullable Remains takeRemains(MountOptions options) {
		return this.remains.remove(options.name());
	}

	/**
	 * Creates memory for the case that this process crashes, {@code null} if there is
	 * none.
	 */
	@Nullable CrashMemory memory(MountOptions options) {
		try {
			return CrashMemory.create(options.name(), 2 * WorkerPool.capacity(options.workers()),
					DeviceServer.REQUEST_SIZE);
		}
		catch (IOException ex) {
			remark(options, "it does not survive a crash: " + ex.getMessage());
			return null;
		}
	}

	/**
	 * Lets the store hold the memory of this process in place of that of the process
	 * before.
	 * @param memory the memory, {@code null} if there is none
	 */
	void hold(@Nullable CrashMemory memory, MountOptions options) {
		if (!isHolding()) {
			held(options).settle();
			return;
		}
		try {
			held(options).replace(memory);
		}
		catch (IOException ex) {
			remark(options, "it does not survive a crash: " + ex.getMessage());
		}
	}

	/** With what the second process has left, if it has died while it served programs. */
	private KernelMount adopt(MountOptions options, MountDescriptors descriptors) {
		Integer memory = descriptors.memory();
		try {
			KernelMount mount = adopt(options, descriptors.device(), descriptors.helper());
			Remains left = (memory != null) ? held(options).take(memory, mount.device()) : null;
			if (left != null) {
				this.remains.put(options.name(), left);
			}
			return mount;
		}
		catch (MountException ex) {
			close(memory);
			throw ex;
		}
	}

	private static KernelMount adopt(MountOptions options, int device, @Nullable Integer helper) {
		return KernelMount.adopt(PathWalk.unvisited(options.mountPoint()), options, device, helper);
	}

	/**
	 * Takes the descriptors of a mount that a second process has, and lets the store hold
	 * them.
	 * @throws MountException if they are not those of a living mount
	 */
	void inherit(MountOptions options, MountDescriptors descriptors) {
		KernelMount mount = adopt(options, descriptors);
		this.inherited.put(options.name(), mount);
		if (isHolding()) {
			try {
				keep(options, mount);
			}
			catch (IOException ex) {
				// It is tried again when the mount is served.
			}
		}
	}

	/**
	 * Forgets a mount that is not served here, and goes on elsewhere.
	 * @return whether it was there
	 */
	boolean drop(MountOptions options) {
		KernelMount mount = this.inherited.remove(options.name());
		if (mount == null) {
			return false;
		}
		Native.libc().close(mount.device());
		mount.leave();
		forget(options);
		return true;
	}

	/** Lets a mount go that nobody serves any more, if it is there. */
	void letGo(MountOptions options) {
		KernelMount mount = this.inherited.remove(options.name());
		if (mount != null) {
			letGo(mount, options);
		}
	}

	/** Lets a mount go that the process before has left without notes. */
	void letGo(KernelMount mount, MountOptions options) {
		mount.detach();
		Native.libc().close(mount.device());
		mount.release();
		refuse(options, this.takeovers.wanted() ? "The process before has left no notes for this one"
				: "fusemount.takeover=never");
	}

	private void refuse(MountOptions options, String reason) {
		remark(options, "it was not taken over: " + reason);
		forget(options);
	}

	private void remark(MountOptions options, String text) {
		this.remarks.merge(options.name(), text, (known, more) -> known + "; " + more);
	}

	/** Lets the store hold a mount until its session has ended. */
	void hold(DeviceSession session, MountOptions options) {
		String remark = this.remarks.remove(options.name());
		if (remark != null) {
			session.remark(remark);
		}
		if (!isHolding()) {
			return;
		}
		KernelMount mount = session.mount();
		try {
			keep(options, mount);
			session.hold(() -> true);
		}
		catch (IOException ex) {
			session.remark("the next process cannot take it over: " + ex.getMessage());
		}
		session.ended().thenRun(() -> {
			if (!session.isLeft()) {
				forget(options);
			}
		});
	}

	private void keep(MountOptions options, KernelMount mount) throws IOException {
		this.store.keep(device(options), mount.device());
		if (mount.socket() >= 0) {
			this.store.keep(helper(options), mount.socket());
		}
	}

	/** Lets the store forget a mount. */
	void forget(MountOptions options) {
		this.remains.remove(options.name());
		try {
			if (this.store.isThere()) {
				this.store.remove(device(options));
				this.store.remove(helper(options));
				held(options).forget();
			}
		}
		catch (IOException ex) {
			// The store removes descriptors of connections that have ended by itself.
		}
	}

	private static String device(MountOptions options) {
		return "fusemount-" + options.name() + "-device";
	}

	private static String helper(MountOptions options) {
		return "fusemount-" + options.name() + "-helper";
	}

}
